-- Prints what rspamd extracts from messages: for each file "FILE<tab>name", then "URL<tab>url<tab>text of the link" per URL, as `rspamadm mime urls` lists them.
-- Run by `rspamadm lua -b -s rspamd.lua` with file names on standard input. Starting it takes long, so one process reads all.
-- `rspamadm mime urls` with several files prints memory that it has freed.
local rspamd_task = require "rspamd_task"
local rspamd_url = require "rspamd_url"

rspamd_url.init("/usr/share/rspamd/effective_tld_names.dat")

local function escape(text)
  return (tostring(text):gsub("[\\\t\r\n]", {["\\"] = "\\\\", ["\t"] = "\\t", ["\r"] = "\\r", ["\n"] = "\\n"}))
end

for name in io.lines() do
  local ok, task = rspamd_task.load_from_file(name, rspamd_config)
  if not ok or not task:process_message() then error("cannot read " .. name) end
  print("FILE\t" .. escape(name))
  for _, url in ipairs(task:get_urls(true)) do print("URL\t" .. escape(url:get_text()) .. "\t" .. escape(url:get_visible() or "")) end
  task:destroy()
end
