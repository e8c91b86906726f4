-- The last change of a person's e-mail address; links for a new password wait after it. Null: never changed.
alter table users add column email_changed_at timestamptz;
