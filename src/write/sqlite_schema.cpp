#include "write/sqlite_schema.h"

namespace mimebase::write {

const char* const kSetMarks = "PRAGMA application_id = 1835625826; PRAGMA user_version = 3;";

// Names of columns are the keys of the JSON Lines. What a message, a part or a base says of all its
// references stands there once; `part` is every place with a section specifier, headings too.
const char* const kCreateTables = R"(
CREATE TABLE option (  -- what all rows were made with
  name TEXT PRIMARY KEY,  -- as on the command line; what one command alone has: "links --status"
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,  -- bytes that are no UTF-8 as \xE9, and a backslash before xE9 as \x5C
  size INTEGER,   -- bytes
  digest TEXT,    -- SHA-256, hexadecimal, and the range and the first number where those were given
  has_links INTEGER NOT NULL DEFAULT 0,  -- 1: all was read; 2: not all, and the next run reads it anew
  has_tree INTEGER NOT NULL DEFAULT 0,
  has_check INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX source_name ON source (name);
CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source,
  number INTEGER NOT NULL,
  "offset" INTEGER NOT NULL,
  message_id TEXT,
  date TEXT,
  "from" TEXT,
  subject TEXT
);
CREATE TABLE part (
  id INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES message,
  name TEXT NOT NULL,
  content_type TEXT,
  in_message_id TEXT
);
CREATE TABLE base (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  section TEXT NOT NULL,
  "by" TEXT NOT NULL,
  part TEXT
);
CREATE INDEX base_url ON base (url);
CREATE TABLE host (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,  -- lower case, else as written
  domain TEXT NOT NULL        -- registrable domain, ASCII; the host itself where it has none
);
CREATE INDEX host_domain ON host (domain);
CREATE TABLE context (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE status (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE reference (
  id INTEGER PRIMARY KEY,
  part INTEGER NOT NULL REFERENCES part,
  context INTEGER NOT NULL REFERENCES context,
  hidden TEXT,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  text TEXT,
  reference TEXT NOT NULL,
  resolved TEXT,  -- with status absolute, NULL stands for the reference as written
  status INTEGER NOT NULL REFERENCES status,
  target_part TEXT,
  base INTEGER NOT NULL REFERENCES base,
  host INTEGER REFERENCES host,  -- of the resolved URL, or of "//host/x" without a base
  count INTEGER   -- links --unique: how many references this one stands for
);
CREATE TABLE entity (
  id INTEGER PRIMARY KEY,
  part INTEGER NOT NULL REFERENCES part,
  depth INTEGER NOT NULL,
  charset TEXT,
  transfer_encoding TEXT,
  disposition TEXT,
  filename TEXT,
  size INTEGER NOT NULL,
  heading_start INTEGER,
  heading_end INTEGER,
  body_start INTEGER,
  body_end INTEGER,
  content_id TEXT,
  content_location TEXT,
  searched TEXT NOT NULL,
  defect TEXT,
  base INTEGER NOT NULL REFERENCES base
);
CREATE TABLE candidate (
  entity INTEGER NOT NULL REFERENCES entity,
  position INTEGER NOT NULL,  -- 0 is the innermost
  section TEXT NOT NULL,
  "by" TEXT NOT NULL,
  part TEXT,
  raw TEXT NOT NULL,
  url TEXT,
  state TEXT NOT NULL,
  PRIMARY KEY (entity, position)
) WITHOUT ROWID;
CREATE TABLE diagnostic (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source,
  message INTEGER REFERENCES message,  -- NULL: about the source itself
  part TEXT,
  code TEXT NOT NULL,
  severity TEXT NOT NULL,
  detail TEXT NOT NULL,
  "start" INTEGER,
  "end" INTEGER
);
)";

// LEFT JOIN keeps the planner from beginning with a small table, and the rows in order. Where a query asks
// for a value of such a table, SQLite itself makes a plain join of it, and takes the index.
const char* const kCreateViews = R"(
CREATE VIEW link_host AS SELECT
  s.name AS source, m.number AS message, m."offset" AS "offset", m.message_id, m.date, m."from" AS "from",
  m.subject, p.name AS part, p.content_type, p.in_message_id, c.name AS context, r.hidden,
  r."start" AS "start", r."end" AS "end", r.text, r.reference,
  CASE WHEN r.resolved IS NULL AND t.name = 'absolute' THEN r.reference ELSE r.resolved END AS resolved,
  t.name AS status, r.target_part, b.url AS base, b.section AS base_section, b."by" AS base_by,
  b.part AS base_part, h.name AS host, h.domain AS domain, r.count AS count
FROM reference AS r
  JOIN part AS p ON p.id = r.part
  JOIN message AS m ON m.id = p.message
  JOIN source AS s ON s.id = m.source
  LEFT JOIN context AS c ON c.id = r.context
  LEFT JOIN status AS t ON t.id = r.status
  LEFT JOIN base AS b ON b.id = r.base
  LEFT JOIN host AS h ON h.id = r.host;
CREATE VIEW link AS SELECT
  source, message, "offset", message_id, date, "from", subject, part, content_type, in_message_id, context,
  hidden, "start", "end", text, reference, resolved, status, target_part, base, base_section, base_by,
  base_part, host
FROM link_host;
CREATE VIEW tree AS SELECT
  s.name AS source, m.number AS message, m."offset" AS "offset", m.message_id, p.name AS part, e.depth,
  p.content_type, e.charset, e.transfer_encoding, e.disposition, e.filename, e.size,
  CASE WHEN e.heading_start IS NOT NULL THEN json_array(e.heading_start, e.heading_end) END AS heading,
  CASE WHEN e.body_start IS NOT NULL THEN json_array(e.body_start, e.body_end) END AS body,
  e.content_id, e.content_location, e.searched, b.url AS base, b.section AS base_section,
  b."by" AS base_by, b.part AS base_part,
  (SELECT json_group_array(json_object('section', section, 'by', "by", 'part', part, 'raw', raw, 'url', url,
                                       'state', state))
   FROM (SELECT * FROM candidate WHERE entity = e.id ORDER BY position)) AS chain
FROM entity AS e
  JOIN part AS p ON p.id = e.part
  JOIN message AS m ON m.id = p.message
  JOIN source AS s ON s.id = m.source
  LEFT JOIN base AS b ON b.id = e.base;
CREATE VIEW "check" AS SELECT
  s.name AS source, m.number AS message, m."offset" AS "offset", m.message_id, d.part, d.code, d.severity,
  d.detail, d."start" AS "start", d."end" AS "end"
FROM diagnostic AS d
  JOIN source AS s ON s.id = d.source
  LEFT JOIN message AS m ON m.id = d.message;
)";

const char* const kSetStatistics = R"(
ANALYZE;
INSERT INTO sqlite_stat1 VALUES
  ('reference', 'reference_part', '1000000 10'),
  ('reference', 'reference_host', '1000000 100'),
  ('reference', 'reference_base', '1000000 1000'),
  ('reference', 'reference_status', '1000000 100000');
)";

const char* const kCreateIndices = R"(
CREATE INDEX message_source ON message (source, number);
CREATE INDEX message_message_id ON message (message_id);
CREATE INDEX part_message ON part (message, name);
CREATE INDEX reference_part ON reference (part);
CREATE INDEX reference_host ON reference (host) WHERE host IS NOT NULL;
CREATE INDEX reference_base ON reference (base);
CREATE INDEX reference_status ON reference (status);
CREATE INDEX entity_part ON entity (part);
CREATE INDEX entity_base ON entity (base);
CREATE INDEX diagnostic_source ON diagnostic (source);
CREATE INDEX diagnostic_message ON diagnostic (message);
CREATE INDEX diagnostic_code ON diagnostic (code);
)";

}  // namespace mimebase::write
