-- events that go with no message and no domain go with their account
CREATE INDEX outbox_of_accounts ON outbox (account_id) WHERE message_seq IS NULL AND domain_id IS NULL;
