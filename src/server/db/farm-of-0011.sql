-- A small farm as the version of migration 0011 stored it: every kind of operation, both ledgers, what people changed.
insert into age_categories (company_id, id, name, code, avg_weight_from, avg_weight_to) overriding system value values
  ('1', '1', 'Мальки', null, null, null),
  ('1', '2', 'Подращивание', null, null, null),
  ('1', '3', 'Двухлетки', null, null, null),
  ('1', '4', 'Товарная', null, null, null),
  ('1', '5', 'Производители', null, null, null),
  ('1', '6', 'Категория 3', null, null, null),
  ('1', '7', 'Крупная', null, null, null);
insert into audit_log (company_id, id, at, user_id, action, entity, entity_id, before, after) overriding system value values
  ('1', '1', '2026-11-23 12:03:13.66596+00', '1', 'create', 'species', '1', null, '{"name": "Вид 1", "company_id": 1}'),
  ('1', '10', '2026-11-23 12:03:13.733208+00', '1', 'create', 'good', '2', null, '{"code": null, "name": "Хлорамин", "type": "medicine", "weight": null, "measure": "kg", "company_id": 1}'),
  ('1', '11', '2026-11-23 12:03:13.739768+00', '1', 'create', 'good_adding', '1', null, '{"at": "2026-09-23T00:00", "id": 1, "kind": "good_adding", "price": 8550, "volume": 5000000000, "good_id": 1, "user_id": 1, "stock_id": 1, "moves_fish": false}'),
  ('1', '12', '2026-11-23 12:03:13.749004+00', '1', 'create', 'good_adding', '2', null, '{"at": "2026-09-23T00:00", "id": 2, "kind": "good_adding", "price": 8550, "volume": 5000000000, "good_id": 2, "user_id": 1, "stock_id": 1, "moves_fish": false}'),
  ('1', '13', '2026-11-23 12:03:13.753845+00', '1', 'create', 'item', '1', null, '{"code": null, "name": "Дель 8", "type": "net", "stock_id": 1, "condition": "new", "company_id": 1}'),
  ('1', '14', '2026-11-23 12:03:13.760067+00', '1', 'create', 'stocking', '3', null, '{"at": "2026-09-24T10:00", "id": 3, "kind": "stocking", "count": 10000, "weight": 2000000000, "cage_id": 1, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '15', '2026-11-23 12:03:13.770845+00', '1', 'create', 'stocking', '4', null, '{"at": "2026-09-26T10:00", "id": 4, "kind": "stocking", "count": 4000, "weight": 1400000000, "cage_id": 2, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '16', '2026-11-23 12:03:13.776181+00', '1', 'create', 'feeding', '5', null, '{"at": "2026-09-29T09:00", "id": 5, "kind": "feeding", "volume": 43500000, "cage_id": 1, "good_id": 1, "user_id": 1, "appetite": 4, "stock_id": 1, "moves_fish": false}'),
  ('1', '17', '2026-11-23 12:03:13.785414+00', '1', 'create', 'retreat', '6', null, '{"at": "2026-09-29T10:00", "id": 6, "kind": "retreat", "count": 67, "cage_id": 1, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '18', '2026-11-23 12:03:13.790639+00', '1', 'create', 'weighing', '7', null, '{"at": "2026-09-30T10:00", "id": 7, "kind": "weighing", "cage_id": 1, "user_id": 1, "avg_weight": 350000, "moves_fish": true}'),
  ('1', '19', '2026-11-23 12:03:13.797123+00', '1', 'create', 'feeding', '8', null, '{"at": "2026-10-14T09:00", "id": 8, "kind": "feeding", "volume": 43500000, "cage_id": 1, "good_id": 1, "user_id": 1, "appetite": 4, "stock_id": 1, "moves_fish": false}'),
  ('1', '2', '2026-11-23 12:03:13.678707+00', '1', 'create', 'age_category', '6', null, '{"code": null, "name": "Категория 3", "company_id": 1, "avg_weight_to": null, "avg_weight_from": null}'),
  ('1', '20', '2026-11-23 12:03:13.800832+00', '1', 'create', 'retreat', '9', null, '{"at": "2026-10-14T10:00", "id": 9, "kind": "retreat", "count": 52, "cage_id": 1, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '21', '2026-11-23 12:03:13.803909+00', '1', 'create', 'weighing', '10', null, '{"at": "2026-10-15T10:00", "id": 10, "kind": "weighing", "cage_id": 1, "user_id": 1, "avg_weight": 500000, "moves_fish": true}'),
  ('1', '22', '2026-11-23 12:03:13.808095+00', '1', 'create', 'feeding', '11', null, '{"at": "2026-10-29T09:00", "id": 11, "kind": "feeding", "volume": 43500000, "cage_id": 1, "good_id": 1, "user_id": 1, "appetite": 4, "stock_id": 1, "moves_fish": false}'),
  ('1', '23', '2026-11-23 12:03:13.811587+00', '1', 'create', 'retreat', '12', null, '{"at": "2026-10-29T10:00", "id": 12, "kind": "retreat", "count": 37, "cage_id": 1, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '24', '2026-11-23 12:03:13.814617+00', '1', 'create', 'weighing', '13', null, '{"at": "2026-10-30T10:00", "id": 13, "kind": "weighing", "cage_id": 1, "user_id": 1, "avg_weight": 650000, "moves_fish": true}'),
  ('1', '25', '2026-11-23 12:03:13.817859+00', '1', 'create', 'feeding', '14', null, '{"at": "2026-11-13T09:00", "id": 14, "kind": "feeding", "volume": 43500000, "cage_id": 1, "good_id": 1, "user_id": 1, "appetite": 4, "stock_id": 1, "moves_fish": false}'),
  ('1', '26', '2026-11-23 12:03:13.82234+00', '1', 'create', 'retreat', '15', null, '{"at": "2026-11-13T10:00", "id": 15, "kind": "retreat", "count": 22, "cage_id": 1, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '27', '2026-11-23 12:03:13.825233+00', '1', 'create', 'weighing', '16', null, '{"at": "2026-11-14T10:00", "id": 16, "kind": "weighing", "cage_id": 1, "user_id": 1, "avg_weight": 800000, "moves_fish": true}'),
  ('1', '28', '2026-11-23 12:03:13.829832+00', '1', 'create', 'transfer', '17', null, '{"at": "2026-10-19T10:00", "id": 17, "kind": "transfer", "count": 2000, "cage_id": 1, "user_id": 1, "moves_fish": true, "to_cage_id": 3, "generation_id": 1, "age_category_id": 6}'),
  ('1', '29', '2026-11-23 12:03:13.840227+00', '1', 'create', 'transfer', '18', null, '{"at": "2026-10-24T10:00", "id": 18, "kind": "transfer", "count": 500, "weight": 190000000, "cage_id": 1, "user_id": 1, "moves_fish": true, "to_cage_id": 2, "generation_id": 1, "age_category_id": 6}'),
  ('1', '3', '2026-11-23 12:03:13.681218+00', '1', 'create', 'location', '1', null, '{"code": null, "name": "Модуль 2", "company_id": 1}'),
  ('1', '30', '2026-11-23 12:03:13.845534+00', '1', 'create', 'transfer', '19', null, '{"at": "2026-11-03T10:00", "id": 19, "kind": "transfer", "count": 300, "weight": 150000000, "cage_id": 2, "user_id": 1, "selection": "representative", "moves_fish": true, "to_cage_id": 3, "generation_id": 1, "age_category_id": 6}'),
  ('1', '31', '2026-11-23 12:03:13.849149+00', '1', 'create', 'treatment', '20', null, '{"at": "2026-11-05T10:00", "id": 20, "kind": "treatment", "volume": 3000000, "cage_id": 3, "good_id": 2, "user_id": 1, "stock_id": 1, "moves_fish": false}'),
  ('1', '32', '2026-11-23 12:03:13.854722+00', '1', 'create', 'correction', '21', null, '{"at": "2026-11-08T10:00", "id": 21, "kind": "correction", "count": 2290, "cage_id": 3, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '33', '2026-11-23 12:03:13.860648+00', '1', 'create', 'withdrawal', '22', null, '{"at": "2026-11-15T10:00", "id": 22, "kind": "withdrawal", "count": 100, "reason": "sale", "weight": 60000000, "cage_id": 1, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '34', '2026-11-23 12:03:13.869214+00', '1', 'create', 'batch', '1', null, '{"id": 1, "day": "2026-11-16", "number": 1, "stock_id": 1}'),
  ('1', '35', '2026-11-23 12:03:13.869214+00', '1', 'create', 'withdrawal', '23', null, '{"at": "2026-11-16T10:00", "id": 23, "kind": "withdrawal", "count": 50, "reason": "sending_to_workshop", "cage_id": 2, "user_id": 1, "batch_id": 1, "stock_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '36', '2026-11-23 12:03:13.889345+00', '1', 'create', 'note', '24', null, '{"at": "2026-11-17T10:00", "id": 24, "kind": "note", "note": "Шторм, кормили вполсилы", "cage_id": 1, "user_id": 1, "moves_fish": false}'),
  ('1', '37', '2026-11-23 12:03:13.893938+00', '1', 'create', 'age_category', '7', null, '{"code": null, "name": "Крупная", "company_id": 1, "avg_weight_to": null, "avg_weight_from": null}'),
  ('1', '38', '2026-11-23 12:03:13.898197+00', '1', 'create', 'category_change', '25', null, '{"at": "2026-11-18T10:00", "id": 25, "kind": "category_change", "note": null, "rate": null, "count": null, "extra": null, "price": null, "reason": null, "volume": null, "weight": null, "cage_id": 3, "good_id": null, "payment": null, "user_id": 1, "appetite": null, "batch_id": null, "stock_id": null, "selection": null, "avg_weight": null, "moves_fish": true, "to_cage_id": null, "employee_id": null, "generation_id": 1, "generation_ids": null, "age_category_id": 7, "counterparty_id": null, "workshop_weight": null}'),
  ('1', '39', '2026-11-23 12:03:13.903175+00', '1', 'create', 'retreat', '26', null, '{"at": "2026-11-19T10:00", "id": 26, "kind": "retreat", "count": 7, "cage_id": 2, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '4', '2026-11-23 12:03:13.691133+00', '1', 'create', 'generation', '1', null, '{"code": null, "date": "2026-05-01", "name": "Генерация 4", "company_id": 1, "species_id": 1}'),
  ('1', '40', '2026-11-23 12:03:13.909574+00', '1', 'update', 'retreat', '26', '{"at": "2026-11-19T10:00", "id": 26, "kind": "retreat", "count": 7, "cage_id": 2, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}', '{"at": "2026-11-19T10:00", "id": 26, "kind": "retreat", "count": 9, "cage_id": 2, "user_id": 1, "moves_fish": true, "generation_id": 1, "age_category_id": 6}'),
  ('1', '41', '2026-11-23 12:03:13.915991+00', '1', 'create', 'measure_parameter', '1', null, '{"name": "Параметр 9", "depth": [200], "symbol": "oC", "company_id": 1, "location_id": 1, "measure_type": "temperature"}'),
  ('1', '42', '2026-11-23 12:03:13.923076+00', '1', 'create', 'measurement', '1', null, '{"at": "2026-11-20T10:00", "depth": 200, "value": 8000000, "cage_id": null, "location_id": 1, "measure_parameter_id": 1}'),
  ('1', '5', '2026-11-23 12:03:13.69822+00', '1', 'create', 'cage', '1', null, '{"x": 236, "y": 112, "code": null, "color": 1, "net_id": null, "number": "5", "volume": 1000, "company_id": 1, "location_id": 1, "cage_type_id": 1, "density_limit": null}'),
  ('1', '6', '2026-11-23 12:03:13.708271+00', '1', 'create', 'cage', '2', null, '{"x": 400, "y": 112, "code": null, "color": 1, "net_id": null, "number": "6", "volume": 1000, "company_id": 1, "location_id": 1, "cage_type_id": 1, "density_limit": null}'),
  ('1', '7', '2026-11-23 12:03:13.711347+00', '1', 'create', 'cage', '3', null, '{"x": 564, "y": 112, "code": null, "color": 1, "net_id": null, "number": "7", "volume": 1000, "company_id": 1, "location_id": 1, "cage_type_id": 1, "density_limit": null}'),
  ('1', '8', '2026-11-23 12:03:13.720456+00', '1', 'create', 'stock', '1', null, '{"code": null, "name": "Береговой", "company_id": 1, "location_id": null}'),
  ('1', '9', '2026-11-23 12:03:13.725397+00', '1', 'create', 'good', '1', null, '{"code": null, "name": "Корм 4,5 мм", "type": "feed", "weight": null, "measure": "kg", "company_id": 1}');
insert into batches (company_id, id, number, stock_id, day, user_id, processed_at) overriding system value values
  ('1', '1', '1', '1', '2026-11-16', '1', null);
insert into cages (company_id, id, location_id, number, code, cage_type_id, color, volume, density_limit, net_id, x, y) overriding system value values
  ('1', '1', '1', '5', null, '1', '1', '1000', null, null, '236', '112'),
  ('1', '2', '1', '6', null, '1', '1', '1000', null, null, '400', '112'),
  ('1', '3', '1', '7', null, '1', '1', '1000', null, null, '564', '112');
insert into companies (company_id, name, time_zone, settings, created_at) overriding system value values
  ('1', 'Ферма «Север»', 'Europe/Moscow', '{}', '2026-11-23 12:03:13.648584+00');
insert into fish_entries (company_id, group_id, at, operation_id, cage_id, kind, count_delta, mass_delta, deviation, count_after, mass_after, last_count, last_mass) overriding system value values
  ('1', '1', '2026-09-24 10:00:00', '3', '1', 'stocking', '10000', '2000000000', '0', '10000', '2000000000', null, null),
  ('1', '1', '2026-09-29 10:00:00', '6', '1', 'retreat', '-67', '-13400000', '0', '9933', '1986600000', null, null),
  ('1', '1', '2026-09-30 10:00:00', '7', '1', 'weighing', '0', '1489950000', '1489950000', '9933', '3476550000', null, null),
  ('1', '1', '2026-10-14 10:00:00', '9', '1', 'retreat', '-52', '-18200000', '0', '9881', '3458350000', null, null),
  ('1', '1', '2026-10-15 10:00:00', '10', '1', 'weighing', '0', '1482150000', '1482150000', '9881', '4940500000', null, null),
  ('1', '1', '2026-10-19 10:00:00', '17', '1', 'transfer', '-2000', '-1000000000', '0', '7881', '3940500000', null, null),
  ('1', '1', '2026-10-24 10:00:00', '18', '1', 'transfer', '-500', '-190000000', '0', '7381', '3750500000', null, null),
  ('1', '1', '2026-10-29 10:00:00', '12', '1', 'retreat', '-37', '-18800772', '0', '7344', '3731699228', null, null),
  ('1', '1', '2026-10-30 10:00:00', '13', '1', 'weighing', '0', '1041900772', '1041900772', '7344', '4773600000', null, null),
  ('1', '1', '2026-11-13 10:00:00', '15', '1', 'retreat', '-22', '-14300000', '0', '7322', '4759300000', null, null),
  ('1', '1', '2026-11-14 10:00:00', '16', '1', 'weighing', '0', '1098300000', '1098300000', '7322', '5857600000', null, null),
  ('1', '1', '2026-11-15 10:00:00', '22', '1', 'withdrawal', '-100', '-60000000', '0', '7222', '5797600000', null, null),
  ('1', '2', '2026-09-26 10:00:00', '4', '2', 'stocking', '4000', '1400000000', '0', '4000', '1400000000', null, null),
  ('1', '2', '2026-10-24 10:00:00', '18', '2', 'transfer', '500', '190000000', '0', '4500', '1590000000', null, null),
  ('1', '2', '2026-11-03 10:00:00', '19', '2', 'transfer', '-300', '510000000', '660000000', '4200', '2100000000', null, null),
  ('1', '2', '2026-11-16 10:00:00', '23', '2', 'withdrawal', '-50', '-25000000', '0', '4150', '2075000000', null, null),
  ('1', '2', '2026-11-19 10:00:00', '26', '2', 'retreat', '-9', '-4500000', '0', '4141', '2070500000', null, null),
  ('1', '3', '2026-10-19 10:00:00', '17', '3', 'transfer', '2000', '1000000000', '0', '2000', '1000000000', null, null),
  ('1', '3', '2026-11-03 10:00:00', '19', '3', 'transfer', '300', '150000000', '0', '2300', '1150000000', null, null),
  ('1', '3', '2026-11-08 10:00:00', '21', '3', 'correction', '-10', '-5000000', '0', '2290', '1145000000', null, null),
  ('1', '3', '2026-11-18 10:00:00', '25', '3', 'category_change', '-2290', '-1145000000', '0', '0', '0', '2290', '1145000000'),
  ('1', '4', '2026-11-18 10:00:00', '25', '3', 'category_change', '2290', '1145000000', '0', '2290', '1145000000', null, null);
insert into fish_groups (company_id, id, cage_id, generation_id, age_category_id, first_at, closed_at) overriding system value values
  ('1', '1', '1', '1', '6', '2026-09-24 10:00:00', null),
  ('1', '2', '2', '1', '6', '2026-09-26 10:00:00', null),
  ('1', '3', '3', '1', '6', '2026-10-19 10:00:00', '2026-11-18 10:00:00'),
  ('1', '4', '3', '1', '7', '2026-11-18 10:00:00', null);
insert into generations (company_id, id, name, species_id, date, code) overriding system value values
  ('1', '1', 'Генерация 4', '1', '2026-05-01', null);
insert into goods (company_id, id, name, type, measure, weight, code) overriding system value values
  ('1', '1', 'Корм 4,5 мм', 'feed', 'kg', null, null),
  ('1', '2', 'Хлорамин', 'medicine', 'kg', null, null);
insert into item_entries (company_id, id, item_id, kind, at, stock_id, cage_id, note, user_id, created_at) overriding system value values
  ('1', '1', '1', 'adding', '2026-09-23 00:00:00', '1', null, null, '1', '2026-11-23 12:03:13.753845+00');
insert into items (company_id, id, name, type, condition, stock_id, code, archived_at, created_at) overriding system value values
  ('1', '1', 'Дель 8', 'net', 'new', '1', null, null, '2026-11-23 12:03:13.753845+00');
insert into locations (company_id, id, name, code) overriding system value values
  ('1', '1', 'Модуль 2', null);
insert into logins (email, company_id, user_id) overriding system value values
  ('55b7708f-e59@example.com', '1', '1');
insert into measure_parameters (company_id, id, location_id, name, measure_type, symbol, depth) overriding system value values
  ('1', '1', '1', 'Параметр 9', 'temperature', 'oC', '{200}');
insert into measurements (company_id, id, measure_parameter_id, location_id, cage_id, at, depth, value, external_input, user_id, external_user_id, created_at) overriding system value values
  ('1', '1', '1', '1', null, '2026-11-20 10:00:00', '200', '8000000', 'false', '1', null, '2026-11-23 12:03:13.923076+00');
insert into operations (company_id, id, kind, at, moves_fish, cage_id, to_cage_id, generation_id, age_category_id, generation_ids, count, weight, avg_weight, selection, reason, good_id, stock_id, volume, rate, appetite, price, note, extra, user_id, created_at, counterparty_id, employee_id, payment, workshop_weight, batch_id) overriding system value values
  ('1', '1', 'good_adding', '2026-09-23 00:00:00', 'false', null, null, null, null, null, null, null, null, null, null, '1', '1', '5000000000', null, null, '8550', null, null, '1', '2026-11-23 12:03:13.739768+00', null, null, null, null, null),
  ('1', '10', 'weighing', '2026-10-15 10:00:00', 'true', '1', null, null, null, null, null, null, '500000', null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.803909+00', null, null, null, null, null),
  ('1', '11', 'feeding', '2026-10-29 09:00:00', 'false', '1', null, null, null, null, null, null, null, null, null, '1', '1', '43500000', null, '4', null, null, null, '1', '2026-11-23 12:03:13.808095+00', null, null, null, null, null),
  ('1', '12', 'retreat', '2026-10-29 10:00:00', 'true', '1', null, '1', '6', null, '37', null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.811587+00', null, null, null, null, null),
  ('1', '13', 'weighing', '2026-10-30 10:00:00', 'true', '1', null, null, null, null, null, null, '650000', null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.814617+00', null, null, null, null, null),
  ('1', '14', 'feeding', '2026-11-13 09:00:00', 'false', '1', null, null, null, null, null, null, null, null, null, '1', '1', '43500000', null, '4', null, null, null, '1', '2026-11-23 12:03:13.817859+00', null, null, null, null, null),
  ('1', '15', 'retreat', '2026-11-13 10:00:00', 'true', '1', null, '1', '6', null, '22', null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.82234+00', null, null, null, null, null),
  ('1', '16', 'weighing', '2026-11-14 10:00:00', 'true', '1', null, null, null, null, null, null, '800000', null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.825233+00', null, null, null, null, null),
  ('1', '17', 'transfer', '2026-10-19 10:00:00', 'true', '1', '3', '1', '6', null, '2000', null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.829832+00', null, null, null, null, null),
  ('1', '18', 'transfer', '2026-10-24 10:00:00', 'true', '1', '2', '1', '6', null, '500', '190000000', null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.840227+00', null, null, null, null, null),
  ('1', '19', 'transfer', '2026-11-03 10:00:00', 'true', '2', '3', '1', '6', null, '300', '150000000', null, 'representative', null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.845534+00', null, null, null, null, null),
  ('1', '2', 'good_adding', '2026-09-23 00:00:00', 'false', null, null, null, null, null, null, null, null, null, null, '2', '1', '5000000000', null, null, '8550', null, null, '1', '2026-11-23 12:03:13.749004+00', null, null, null, null, null),
  ('1', '20', 'treatment', '2026-11-05 10:00:00', 'false', '3', null, null, null, null, null, null, null, null, null, '2', '1', '3000000', null, null, null, null, null, '1', '2026-11-23 12:03:13.849149+00', null, null, null, null, null),
  ('1', '21', 'correction', '2026-11-08 10:00:00', 'true', '3', null, '1', '6', null, '2290', null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.854722+00', null, null, null, null, null),
  ('1', '22', 'withdrawal', '2026-11-15 10:00:00', 'true', '1', null, '1', '6', null, '100', '60000000', null, null, 'sale', null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.860648+00', null, null, null, null, null),
  ('1', '23', 'withdrawal', '2026-11-16 10:00:00', 'true', '2', null, '1', '6', null, '50', null, null, null, 'sending_to_workshop', null, '1', null, null, null, null, null, null, '1', '2026-11-23 12:03:13.869214+00', null, null, null, null, '1'),
  ('1', '24', 'note', '2026-11-17 10:00:00', 'false', '1', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'Шторм, кормили вполсилы', null, '1', '2026-11-23 12:03:13.889345+00', null, null, null, null, null),
  ('1', '25', 'category_change', '2026-11-18 10:00:00', 'true', '3', null, '1', '7', null, null, null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.898197+00', null, null, null, null, null),
  ('1', '26', 'retreat', '2026-11-19 10:00:00', 'true', '2', null, '1', '6', null, '9', null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.903175+00', null, null, null, null, null),
  ('1', '3', 'stocking', '2026-09-24 10:00:00', 'true', '1', null, '1', '6', null, '10000', '2000000000', null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.760067+00', null, null, null, null, null),
  ('1', '4', 'stocking', '2026-09-26 10:00:00', 'true', '2', null, '1', '6', null, '4000', '1400000000', null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.770845+00', null, null, null, null, null),
  ('1', '5', 'feeding', '2026-09-29 09:00:00', 'false', '1', null, null, null, null, null, null, null, null, null, '1', '1', '43500000', null, '4', null, null, null, '1', '2026-11-23 12:03:13.776181+00', null, null, null, null, null),
  ('1', '6', 'retreat', '2026-09-29 10:00:00', 'true', '1', null, '1', '6', null, '67', null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.785414+00', null, null, null, null, null),
  ('1', '7', 'weighing', '2026-09-30 10:00:00', 'true', '1', null, null, null, null, null, null, '350000', null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.790639+00', null, null, null, null, null),
  ('1', '8', 'feeding', '2026-10-14 09:00:00', 'false', '1', null, null, null, null, null, null, null, null, null, '1', '1', '43500000', null, '4', null, null, null, '1', '2026-11-23 12:03:13.797123+00', null, null, null, null, null),
  ('1', '9', 'retreat', '2026-10-14 10:00:00', 'true', '1', null, '1', '6', null, '52', null, null, null, null, null, null, null, null, null, null, null, null, '1', '2026-11-23 12:03:13.800832+00', null, null, null, null, null);
insert into roles (company_id, id, name, permissions) overriding system value values
  ('1', '1', 'Администратор', '{"create feedings","create treatments","create retreats","create weights","create transfers","create withdrawals","create notes","create stockings","create corrections","delete from journals","delete own from journals","create measurements","create cages","update cages","delete cages","view feed calcs","create feed calcs","update feed calcs","delete feed calcs","manage feedbrands","access reports","read stocks","write stocks","access workshop","access spending","write spending","access library","view tasks","create tasks","update tasks","delete tasks","view users","create users","update users","delete users","set passwords","assign roles","update roles","access settings","access subscription","access wizard","export data","manage companies"}');
insert into species (company_id, id, name) overriding system value values
  ('1', '1', 'Вид 1');
insert into stock_days (company_id, good_id, stock_id, day, closing, lowest) overriding system value values
  ('1', '1', '1', '2026-09-23', '5000000000', '5000000000'),
  ('1', '1', '1', '2026-09-29', '4956500000', '4956500000'),
  ('1', '1', '1', '2026-10-14', '4913000000', '4913000000'),
  ('1', '1', '1', '2026-10-29', '4869500000', '4869500000'),
  ('1', '1', '1', '2026-11-13', '4826000000', '4826000000'),
  ('1', '2', '1', '2026-09-23', '5000000000', '5000000000'),
  ('1', '2', '1', '2026-11-05', '4997000000', '4997000000');
insert into stock_entries (company_id, good_id, stock_id, at, operation_id, amount) overriding system value values
  ('1', '1', '1', '2026-09-23 00:00:00', '1', '5000000000'),
  ('1', '1', '1', '2026-09-29 09:00:00', '5', '-43500000'),
  ('1', '1', '1', '2026-10-14 09:00:00', '8', '-43500000'),
  ('1', '1', '1', '2026-10-29 09:00:00', '11', '-43500000'),
  ('1', '1', '1', '2026-11-13 09:00:00', '14', '-43500000'),
  ('1', '2', '1', '2026-09-23 00:00:00', '2', '5000000000'),
  ('1', '2', '1', '2026-11-05 10:00:00', '20', '-3000000');
insert into stocks (company_id, id, name, location_id, code) overriding system value values
  ('1', '1', 'Береговой', null, null);
insert into subscriptions (company_id, id, type, start_date, end_date) overriding system value values
  ('1', '1', 'trial', '2026-11-23', '2026-12-23');
insert into users (company_id, id, name, email, phone, password_hash, role_id, is_admin, is_operator, location_ids, stock_ids, settings, archived_at, created_at) overriding system value values
  ('1', '1', 'Анна Петрова', '55b7708f-e59@example.com', null, 'none', '1', 'true', 'false', null, null, '{}', null, '2026-11-23 12:03:13.648584+00');
insert into withdrawal_reasons (company_id, code, name, "position") overriding system value values
  ('1', 'culling', 'Выбраковка', '2'),
  ('1', 'other', 'Прочее', '5'),
  ('1', 'own_needs', 'Собственные нужды', '4'),
  ('1', 'research', 'Исследование', '3'),
  ('1', 'sale', 'Продажа', '0'),
  ('1', 'sending_to_workshop', 'Отправка в цех', '1');
