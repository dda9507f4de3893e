-- Outgoing e-mail, written in the same transaction as the change it is about.

create table outgoing_emails (
  user_id uuid not null constraint outgoing_emails_user_fkey references users (id) on delete cascade,
  id uuid not null,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz(3) not null,
  -- Time of the next attempt; null once sent or given up.
  due_at timestamptz(3),
  attempts integer not null default 0,
  sent_at timestamptz(3),
  problem text,
  constraint outgoing_emails_pkey primary key (user_id, id)
);
create index outgoing_emails_due_idx on outgoing_emails (due_at) where due_at is not null;
