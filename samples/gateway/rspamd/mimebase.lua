-- A sample for rspamd: copy it to /etc/rspamd/lua.local.d/. It reads each message with mimebase's C interface, before other modules
-- do, and adds two symbols:
--   MIMEBASE_URL        URLs of relative links, by the base of each part. Other modules see these URLs, too.
--   MIMEBASE_DECEPTIVE  what `mimebase check` reports of deceptive links
-- The library reads in rspamd's own process.
local ffi = require "ffi"
local rspamd_logger = require "rspamd_logger"
local rspamd_url = require "rspamd_url"
local ucl = require "ucl"

ffi.cdef [[
typedef struct mimebase_rows mimebase_rows;
mimebase_rows* mimebase_links(const char* message, size_t size, const char* options);
mimebase_rows* mimebase_check(const char* message, size_t size, const char* options);
const char* mimebase_rows_text(const mimebase_rows* rows);
size_t mimebase_rows_size(const mimebase_rows* rows);
const char* mimebase_rows_error(const mimebase_rows* rows);
void mimebase_rows_free(mimebase_rows* rows);
]]
local mimebase = ffi.load("libmimebase.so.0.2")

local most_urls = 100
local deceptive = {}
for _, code in ipairs({ "text-differs", "title-differs", "userinfo", "look-alike", "script-link", "odd-host", "form-target" }) do
  deceptive[code] = true
end

-- Calls `use` with each row of one of the functions above.
local function for_each_row(task, read, message, use)
  local rows = ffi.gc(read(message, #message, nil), mimebase.mimebase_rows_free)
  local failure = mimebase.mimebase_rows_error(rows)
  if failure ~= nil then
    rspamd_logger.errx(task, "mimebase: %s", ffi.string(failure))
    return
  end
  local text = ffi.string(mimebase.mimebase_rows_text(rows), mimebase.mimebase_rows_size(rows))
  for line in text:gmatch("[^\n]+") do
    local parser = ucl.parser()
    if parser:parse_string(line) then use(parser:get_object()) end
  end
end

local function read_message(task)
  local message = tostring(task:get_content())
  local count = 0
  for_each_row(task, mimebase.mimebase_links, message, function(link)
    if link.status ~= "resolved" or count == most_urls then return end
    local url = rspamd_url.create(task:get_mempool(), link.resolved)
    if not url then return end
    count = count + 1
    task:inject_url(url)
    task:insert_result("MIMEBASE_URL", 1.0, link.resolved)
  end)
  for_each_row(task, mimebase.mimebase_check, message, function(found)
    if deceptive[found.code] then task:insert_result("MIMEBASE_DECEPTIVE", 1.0, found.code) end
  end)
end

local id = rspamd_config:register_symbol({
  name = "MIMEBASE",
  type = "prefilter",
  priority = 10,
  callback = read_message,
})
for name, score in pairs({ MIMEBASE_URL = 0.0, MIMEBASE_DECEPTIVE = 4.0 }) do
  rspamd_config:register_symbol({ name = name, type = "virtual", parent = id, score = score, group = "mimebase" })
end
