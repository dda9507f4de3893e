-- Where a person is: whom to ask about a city, and whom to meet there.
alter table contacts add column location text constraint contacts_location_length check (char_length(location) between 1 and 200);
