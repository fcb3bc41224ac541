-- Second step of 0027: the call itself says that there is an address or a phone, and whoever asks may leave both.
alter table subscription_requests drop constraint subscription_requests_check;
