-- the mailbox providers that an account wants beside its reports: gmail,gmx
ALTER TABLE accounts ADD COLUMN shown_providers TEXT;
