-- Records of a report about a domain, some hundred in a row: reports are written as fast as they come, and what is counted of them follows.
-- (With row ids: without them what is longer than a quarter of a page would take another page each.)
CREATE TABLE dmarc_pieces (
  no INTEGER PRIMARY KEY,
  report INTEGER NOT NULL,
  domain INTEGER NOT NULL,
  -- the first record in the report of what came with it, whichever domains those are of
  piece INTEGER NOT NULL,
  day INTEGER NOT NULL,
  records INTEGER NOT NULL,
  -- as aggregates/dmarc/pieces/columns.ts has them: JSON of the columns seq, ip, messages, bits, header_from, envelope_from, envelope_to and
  -- results. One number stands for all that are the same; of seq, for those that follow each other
  rows TEXT NOT NULL,
  UNIQUE (report, domain, piece)
) STRICT;

INSERT INTO dmarc_pieces (report, domain, piece, day, records, rows)
  WITH RECURSIVE thousands (first) AS (
    SELECT 0 UNION ALL SELECT first + 1000 FROM thousands WHERE first + 1000 < (SELECT max(records_in) FROM dmarc_reports)
  )
  SELECT s.report, s.domain, t.first, s.day,
    (SELECT count(*) FROM dmarc_records AS r
      WHERE r.domain = s.domain AND r.day = s.day AND r.report = s.report AND r.seq >= t.first AND r.seq < t.first + 1000) AS records,
    (SELECT json_array(
      json(iif(max(r.seq) - min(r.seq) + 1 = count(*), min(r.seq), json_group_array(r.seq ORDER BY r.seq))),
      json(iif(min(r.ip) = max(r.ip), min(r.ip), json_group_array(r.ip ORDER BY r.seq))),
      json(iif(min(r.messages) = max(r.messages), min(r.messages), json_group_array(r.messages ORDER BY r.seq))),
      json(iif(min(r.bits) = max(r.bits), min(r.bits), json_group_array(r.bits ORDER BY r.seq))),
      json(iif(min(r.header_from) = max(r.header_from), min(r.header_from), json_group_array(r.header_from ORDER BY r.seq))),
      json(iif(count(r.envelope_from) = 0, 'null',
        iif(count(r.envelope_from) = count(*) AND min(r.envelope_from) = max(r.envelope_from), min(r.envelope_from), json_group_array(r.envelope_from ORDER BY r.seq)))),
      json(iif(count(r.envelope_to) = 0, 'null',
        iif(count(r.envelope_to) = count(*) AND min(r.envelope_to) = max(r.envelope_to), min(r.envelope_to), json_group_array(r.envelope_to ORDER BY r.seq)))),
      json(iif(min(r.results) = max(r.results), min(r.results), json_group_array(r.results ORDER BY r.seq))))
      FROM dmarc_records AS r
      WHERE r.domain = s.domain AND r.day = s.day AND r.report = s.report AND r.seq >= t.first AND r.seq < t.first + 1000)
  FROM dmarc_reports AS o CROSS JOIN dmarc_slices AS s ON s.report = o.no CROSS JOIN thousands AS t ON t.first < o.records_in
  WHERE EXISTS (SELECT 1 FROM dmarc_records AS r
    WHERE r.domain = s.domain AND r.day = s.day AND r.report = s.report AND r.seq >= t.first AND r.seq < t.first + 1000);

DROP TABLE dmarc_records;
-- for whoever looks at the database: one row for each record
CREATE VIEW dmarc_records AS
  SELECT p.domain, p.day, p.report, p.piece,
    iif(json_type(p.rows, '$[0]') = 'array', json_extract(p.rows, '$[0][' || e.key || ']'), json_extract(p.rows, '$[0]') + e.key) AS seq,
    json_extract(p.rows, iif(json_type(p.rows, '$[1]') = 'array', '$[1][' || e.key || ']', '$[1]')) AS ip,
    json_extract(p.rows, iif(json_type(p.rows, '$[2]') = 'array', '$[2][' || e.key || ']', '$[2]')) AS messages,
    json_extract(p.rows, iif(json_type(p.rows, '$[3]') = 'array', '$[3][' || e.key || ']', '$[3]')) AS bits,
    json_extract(p.rows, iif(json_type(p.rows, '$[4]') = 'array', '$[4][' || e.key || ']', '$[4]')) AS header_from,
    json_extract(p.rows, iif(json_type(p.rows, '$[5]') = 'array', '$[5][' || e.key || ']', '$[5]')) AS envelope_from,
    json_extract(p.rows, iif(json_type(p.rows, '$[6]') = 'array', '$[6][' || e.key || ']', '$[6]')) AS envelope_to,
    json_extract(p.rows, iif(json_type(p.rows, '$[7]') = 'array', '$[7][' || e.key || ']', '$[7]')) AS results
  -- a list of so many numbers, for there is no other way to say it
  FROM dmarc_pieces AS p CROSS JOIN json_each('[0' || replace(hex(zeroblob(p.records - 1)), '00', ',0') || ']') AS e;

-- pieces of which nothing is counted yet, in no sum and no list
CREATE TABLE dmarc_uncounted (
  domain INTEGER NOT NULL,
  report INTEGER NOT NULL,
  piece INTEGER NOT NULL,
  records INTEGER NOT NULL,
  -- the name of the reporter (dmarc_texts)
  name INTEGER NOT NULL,
  PRIMARY KEY (domain, report, piece)
) STRICT, WITHOUT ROWID;

-- where the look through a domain's records stands, beside anew_day, anew_report and anew_seq; it begins again
ALTER TABLE dmarc_domains ADD COLUMN anew_received_at INTEGER NOT NULL DEFAULT 0;
UPDATE dmarc_domains SET anew_day = 0, anew_report = 0, anew_seq = -1 WHERE anew = 1;

-- records are found by their report now
DROP INDEX dmarc_slices_by_report;
-- what nothing uses goes when all is counted
CREATE INDEX dmarc_texts_unused ON dmarc_texts (no) WHERE uses = 0;
CREATE INDEX dmarc_results_unused ON dmarc_results (no) WHERE uses = 0;
CREATE INDEX dmarc_ips_unused ON dmarc_ips (no) WHERE uses = 0;
