/**
 * Words that passwords are most often made of, collected for this program: words, names, clubs, keyboard rows. With
 * endings, keyboard layouts and transliteration they cover some millions of passwords. Loaded when the first password
 * is set.
 */
const LATIN = `
password passwort passw0rd passwd passphrase secret letmein welcome login admin administrator master root superuser user guest default test
testing demo changeme access account system server computer internet network windows microsoft google facebook youtube twitter instagram samsung
iphone android apple nokia sony playstation nintendo xbox pokemon minecraft roblox fortnite iloveyou loveyou iloveu lovely love forever baby
babygirl babyboy sweetheart sweety honey darling princess prince queen king angel angels devil hello hellokitty kitty kitten sunshine moonlight
starlight rainbow flower flowers butterfly dolphin dolphins monkey dragon tiger lion panther eagle falcon hawk wolf bear shark whale salmon trout
fishing fisher fisherman fishfarm fishfish hunter hunting horse horses pony dog dogs doggie puppy cat cats bunny rabbit turtle snake spider
scorpion phoenix unicorn football baseball basketball softball soccer hockey tennis golf golfer boxing wrestling swimming running cycling skating
skater surfing surfer snowboard racing racecar ferrari porsche mercedes bmw audi toyota honda mustang corvette camaro chevy chevrolet ford harley
yamaha suzuki kawasaki ducati volvo jaguar jeep superman batman spiderman ironman wolverine starwars startrek matrix gandalf frodo aragorn hobbit
potter harrypotter hermione voldemort naruto sasuke goku pikachu mario zelda sonic tetris warcraft starcraft diablo counterstrike halflife
michael jennifer jessica ashley amanda daniel joshua matthew andrew christopher anthony joseph david robert william richard thomas charles james
john george edward henry jordan justin brandon tyler jason nicole michelle elizabeth samantha stephanie melissa rachel rebecca hannah madison
olivia emily emma sophia isabella victoria natalie alexis alexander alexandra maxwell maximus oliver oscar charlie jack harry lucas marcus martin
patrick peter philip sebastian simon steven vincent walter barbara patricia linda susan margaret dorothy helen sandra donna carol sharon laura
maria marina natalia tatiana svetlana olga irina elena anna ekaterina nikita dmitry sergey vladimir ivan andrey alexey mikhail maksim roman pavel
viktor yuri igor oleg kirill anton artem ruslan timur denis evgeny konstantin stanislav vyacheslav vadim valera boris gleb egor stepan fedor
daria anastasia polina kristina yulia ksenia alina alena veronika viktoria valeria galina lyudmila nadezhda larisa lidia vera lyubov nina raisa
zoya sofia arsenal chelsea liverpool manchester barcelona realmadrid juventus milan bayern zenit spartak dynamo dinamo lokomotiv cska rubin
shakhtar cowboys steelers yankees redsox lakers eagles packers raiders patriots giants dodgers rangers whatever nothing something anything
everything somebody nobody anybody everyone always never today tomorrow yesterday january february march april june july august september october
november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter weekend holiday birthday christmas
halloween newyear chocolate cookie cookies cupcake candy sugar coffee pepper ginger cinnamon vanilla banana orange cherry strawberry blueberry
peanut butter cheese chicken pizza burger pasta whiskey vodka tequila beer guinness heineken budweiser cocacola pepsi america american canada
england london paris berlin germany france italy spain russia moscow petersburg karelia siberia ukraine poland finland sweden norway murmansk
china japan tokyo india brazil mexico texas florida california newyork chicago boston dallas denver seattle houston australia sydney freedom
liberty justice peace victory success lucky luck magic magical mystery danger dangerous killer terminator predator alien destroyer warrior
soldier sniper commando ninja samurai pirate knight wizard vampire zombie ghost shadow darkness midnight thunder lightning storm tornado
hurricane fire water earth metal diamond crystal silver golden gold platinum purple yellow green black white blackcat whitecat redred blueblue
scarlet crimson jesus jesuschrist christ christian church heaven godbless blessed blessing faith hope grace mercy glory savior trinity bible
fuckyou fuckoff fuckme asshole bitch bastard shithead motherfucker pussy sexy sexsex sexysexy hotsex porn playboy trustno1 trustnoone opensesame
sesame nopassword mypassword newpassword thepassword yourpassword oldpassword passpass password1 passwordpassword pass1234 admin123 root1234
user1234 qwerty qwertyui qwertyuiop qwertyqwerty asdfasdf asdfghjk asdfghjkl zxcvbnm zxcvzxcv qazwsx qazwsxedc qweasd qweasdzxc qweqweqwe zaqwsx
zaq12wsx 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 a1b2c3d4 abc123 abcd1234 abcdef abcdefg abcdefgh aa123456 a123456 a1234567 qwer1234
asdf1234 zxcv1234 abcabc aaabbb aabbcc test1234 temp1234 letmein1 iloveyou1 welcome1 monkey123 dragon123 master123 hello123 family mother father
mommy daddy brother sister grandma grandpa husband wife friend friends bestfriend boyfriend girlfriend lover couple wedding marriage children
daughter music musical guitar guitarist piano drums drummer violin metallica nirvana slipknot eminem beatles acdc ironmaiden linkinpark greenday
pinkfloyd ledzeppelin rammstein depechemode blink182 rockstar rocknroll hiphop reggae bobmarley madonna shakira rihanna beyonce college school
student teacher university science physics chemistry biology history mathematics english doctor nurse engineer developer programmer hacker
manager director president business company finance marketing office money millionaire dollar dollars cash bitcoin creative perfect beautiful
gorgeous pretty awesome amazing incredible fantastic wonderful excellent supreme ultimate infinity eternity destiny fortune paradise dreamer
dreams dreaming smile smiley happy happiness funny crazy stupid idiot loser winner champion champions legend legendary hero heroes power powerful
access14 letmein2 starfish goldfish jellyfish catfish fishbone fishtank aquarium seafood caviar sturgeon beluga sockeye rainbowtrout aquaculture
ponton pontoon harbor ocean river lake island seaside captain sailor sailing yacht boat anchor computer1 internet1 security secure protect safety
privacy keyboard monitor laptop notebook printer scanner camera mobile phone telephone cellphone email hotmail yahoo gmail outlook linux ubuntu
debian oracle mysql postgres database backup archive document storage download upload website homepage browser firefox chrome explorer safari
opera service support helpdesk contact public private common special simple easy basic standard general global central local remote control
command operator supervisor manager1 engineer1 technician mechanic electric electronic automatic machine engine motor turbo diesel stalker
assassin overlord darklord darkangel darkness1 blackwolf whitewolf redwolf skywalker vader yoda jedi chewbacca stormtrooper deathstar millennium
enterprise voyager discovery atlantis challenger columbia apollo gemini mercury venus saturn jupiter neptune pluto galaxy universe cosmos planet
asteroid comet eclipse`

const RUSSIAN = `
пароль парольпароль мойпароль новыйпароль секрет секретно доступ вход логин админ администратор пользователь система компьютер интернет сервер
привет приветик здравствуй здравствуйте пожалуйста спасибо люблю любовь любимая любимый ятебялюблю яталюблю тебялюблю любовьмоя солнышко солнце
зайчик зайка котик котенок кошка собака собачка рыбка рыбак рыбалка рыба рыбхоз рыбоводство рыбовод форель лосось осетр семга палия стерлядь икра
карась щука судак окунь карп хариус таймень кета горбуша нерка треска минтай селедка сом садки садковый понтон катер лодка моряк капитан океан
море озеро река вода волна остров берег байкал ладога онега карелия сибирь россия москва санктпетербург петербург питер петрозаводск мурманск
новосибирск екатеринбург казань самара омск челябинск ростов уфа красноярск пермь воронеж волгоград краснодар саратов тюмень иркутск хабаровск
владивосток сахалин камчатка калининград архангельск вологда александр алексей андрей антон артем борис вадим валентин валера василий виктор
виталий владимир владислав вячеслав геннадий георгий григорий даниил денис дмитрий евгений егор иван игорь илья кирилл константин леонид максим
михаил никита николай олег павел петр роман руслан сергей станислав степан тимофей тимур федор юрий ярослав саша паша миша сережа дима женя коля
вова леша юра витя костя вася петя гриша стас слава настя александра алена алина алиса анастасия ангелина анжела анна вера вероника виктория
галина дарья диана евгения екатерина елена елизавета жанна зинаида инна ирина карина кира кристина ксения лариса лидия людмила маргарита марина
мария надежда наталья наташа нина оксана олеся ольга полина раиса светлана снежана софия софья тамара татьяна ульяна юлия яна катя маша даша
света лена оля таня ира юля аня ксюша настенька машенька катюша танюша наташенька иванов петров сидоров смирнов кузнецов попов васильев соколов
михайлов новиков федоров морозов волков алексеев лебедев семенов егоров павлов козлов степанов николаев орлов андреев макаров никитин захаров
иванова петрова сидорова смирнова кузнецова спартак зенит динамо локомотив цска футбол хоккей чемпион победа победитель родина отечество армия
десант спецназ морпех танкист летчик космос ракета звезда звездочка орел сокол волк волчонок медведь медвежонок тигр тигренок лев лиса лисичка
заяц дракон змея паук скорпион дельфин акула бабочка птица птичка воробей ворона ласточка мама папа мамочка папочка мамапапа бабушка дедушка
сестра брат братишка дочка доченька сынок сыночек семья друзья подруга малыш малышка малышок ребенок девочка мальчик девушка красавица красотка
принцесса королева король царевна ангел ангелочек демон дьявол чертенок январь февраль март апрель июнь июль август сентябрь октябрь ноябрь
декабрь понедельник вторник среда четверг пятница суббота воскресенье весна лето осень зима новыйгод снежинка снегурочка дедмороз праздник
деньрождения отпуск каникулы шоколад конфета конфетка печенье варенье мороженое клубника малина вишня черника земляника апельсин мандарин банан
яблоко арбуз виноград картошка морковка капуста огурец помидор пельмени борщ шашлык пиво водка коньяк самогон кофе чай сахар молоко машина
машинка мотоцикл трактор экскаватор жигули москвич волга камаз мерседес тойота нива уазик запорожец счастье счастливая счастливый радость удача
мечта мечтатель свобода жизнь смерть душа сердце сердечко улыбка слезы нежность нежная красота веселый хороший хорошая лучший лучшая самый самая
единственная единственный неповторимая школа школьник институт университет студент учитель директор начальник бухгалтер бухгалтерия менеджер
инженер программист работа работник зарплата деньги рубль миллион миллионер богатство фирма компания хозяйство ферма фермер кладовщик технолог
зоотехник оператор контора склад касса отчет йцукен йцукенг йцукенгш фывапролдж ячсмить ячсмитьбю йфяцыч йфяцычувс пароль1 привет1 абвгд
абвгдейка абракадабра крокодил бегемот обезьяна мартышка попугай чебурашка матрешка колобок буратино незнайка винни пятачок пикачу супермен
терминатор хулиган бандит разбойник пират рыцарь воин богатырь казак атаман сталкер снайпер убийца кошмар дурак дурачок идиот придурок козел
сволочь гитара гитарист музыка музыкант песня песенка кино цой ария шут сектор газ`

export const COMMON_WORDS: readonly string[] = `${LATIN} ${RUSSIAN}`.trim().split(/\s+/)
