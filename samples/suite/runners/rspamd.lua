-- SPDX-License-Identifier: MIT
-- Run by rspamd: reads paths from standard input, and prints the URLs of each message.
local rspamd_task = require "rspamd_task"
local rspamd_url = require "rspamd_url"
local ucl = require "ucl"

rspamd_url.init("/usr/share/rspamd/effective_tld_names.dat")
for path in io.lines() do
  if path:match("%.eml$") or path:match("%.mht$") then
    local ok, task = rspamd_task.load_from_file(path, rspamd_config)
    if ok and task:process_message() then
      for _, url in ipairs(task:get_urls(true, true)) do print(ucl.to_format({resolved = url:get_text()}, "json-compact")) end
    end
    if ok then task:destroy() end
  else
    print('{"unsupported": true}')
  end
  print("")
  io.stdout:flush()
end
