-- When an application outside sent its last reading is one step along an index, of all that people typed in it knows nothing.
create index measurements_by_application on measurements (company_id, external_user_id, at desc) where external_user_id is not null;
