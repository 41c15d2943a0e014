-- Prints what rspamd extracts from the files that standard input names: each URL with its escapes decoded, and as written.
local rspamd_task = require "rspamd_task"
local rspamd_url = require "rspamd_url"
local ucl = require "ucl"

rspamd_url.init("/usr/share/rspamd/effective_tld_names.dat")

for name in io.lines() do
  local ok, task = rspamd_task.load_from_file(name, rspamd_config)
  if ok and task:process_message() then
    local urls = task:get_urls(true, true)
    -- Those of PDF have a flag of their own.
    for _, url in ipairs(task:get_urls_filtered({"content"}, {})) do table.insert(urls, url) end
    for _, url in ipairs(urls) do
      print(ucl.to_format({source = name, resolved = url:get_text(), also = {url:get_raw()}}, "json-compact"))
    end
    task:destroy()
  end
end
