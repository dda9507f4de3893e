-- Calls that last, such as chats, bounded per user over all gateways together: each takes one of a few numbered places,
-- which its gateway renews while it lasts and gives up at its end. A gateway that dies leaves its places until they lapse,
-- half a minute later; the next call of the user takes them over, so that there are never more rows than places.
-- Unlogged: after a crash of the database nobody is in a call.
create unlogged table open_calls (
  subject uuid not null,
  kind text not null,
  place smallint not null,
  holder uuid not null,
  until timestamptz not null,
  constraint open_calls_pkey primary key (subject, kind, place)
);
