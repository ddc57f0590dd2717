/**
 * Everyday names that the emoji data lacks or gives to another image: `icon: English names | Korean names`. The first of each
 * language is the name shown to people. Data only.
 */
export const ALIASES = `
cat: cat, kitten, kitty | 고양이, 새끼고양이, 냥이
black-cat: black cat | 검은 고양이
dog: dog, puppy | 개, 강아지, 멍멍이
fox: fox, red fox | 여우, 붉은여우, 붉은 여우
bear: bear | 곰
rabbit: rabbit, bunny, hare | 토끼
tiger: tiger | 호랑이, 범
lion: lion | 사자
wolf: wolf | 늑대
horse: horse, pony | 말, 조랑말
cow: cow | 소, 젖소
pig: pig | 돼지
ewe: sheep, lamb | 양, 어린양
deer: deer, stag | 사슴
panda: panda | 판다
monkey: monkey | 원숭이
mouse: mouse | 쥐, 생쥐
hamster: hamster | 햄스터
unicorn: unicorn | 유니콘
dragon: dragon | 용, 드래곤
koala: koala | 코알라
frog: frog | 개구리
chipmunk: squirrel, chipmunk | 다람쥐
bird: bird | 새
chicken: chicken, hen | 닭, 암탉
hatching-chick: hatching chick | 알에서 깬 병아리
baby-chick: chick, baby chick | 병아리
duck: duck, duckling | 오리
owl: owl | 부엉이, 올빼미
dove: dove, pigeon | 비둘기
eagle: eagle, hawk | 독수리, 매
penguin: penguin | 펭귄
swan: swan | 백조
turtle: turtle, tortoise | 거북이, 거북
snake: snake | 뱀
t-rex: dinosaur, t-rex, tyrannosaurus | 공룡, 티라노사우루스
fish: fish | 물고기, 생선
tropical-fish: tropical fish | 열대어
whale: whale | 고래
dolphin: dolphin | 돌고래
octopus: octopus | 문어
crab: crab | 게, 꽃게
jellyfish: jellyfish | 해파리
shark: shark | 상어
spiral-shell: shell, seashell | 조개껍데기, 조개, 소라
honeybee: bee, honeybee | 벌, 꿀벌
lady-beetle: ladybug, ladybird | 무당벌레
butterfly: butterfly | 나비
bug: caterpillar | 애벌레
rose: rose | 장미, 장미꽃
tulip: tulip | 튤립
sunflower: sunflower | 해바라기
cherry-blossom: cherry blossom | 벚꽃
hibiscus: hibiscus, rose of sharon | 무궁화
lotus: lotus | 연꽃
blossom: flower, daisy | 꽃, 꽃송이, 데이지
bouquet: bouquet, bunch of flowers, florist | 꽃다발, 꽃집
deciduous-tree: tree, oak | 나무
evergreen-tree: pine, pine tree, fir, conifer | 소나무, 전나무
palm-tree: palm, palm tree | 야자수, 야자나무
christmas-tree: christmas tree | 크리스마스트리, 크리스마스 트리, 트리
cactus: cactus, cacti | 선인장
seedling: sprout, seedling | 새싹
herb: leaf, leaves, herb | 잎, 나뭇잎, 잎사귀
maple-leaf: maple leaf | 단풍잎
fallen-leaf: fallen leaf | 낙엽
four-leaf-clover: four-leaf clover, four leaf clover, clover | 네잎클로버, 클로버
potted-plant: plant, potted plant, houseplant | 화분, 식물
mushroom: mushroom | 버섯
red-apple: apple | 사과
green-apple: green apple | 초록 사과, 풋사과, 아오리 사과
tangerine: orange fruit, tangerine, mandarin | 귤, 오렌지
lemon: lemon | 레몬
grapes: grapes, grape | 포도
strawberry: strawberry | 딸기
cherries: cherry | 체리
peach: peach | 복숭아
watermelon: watermelon | 수박
banana: banana | 바나나
pineapple: pineapple | 파인애플
pear: pear | 배 과일
blueberries: blueberry | 블루베리
avocado: avocado | 아보카도
carrot: carrot | 당근
tomato: tomato | 토마토
cheese-wedge: cheese | 치즈
bread: bread, loaf, bakery | 빵, 식빵, 빵집, 제과점, 베이커리
croissant: croissant | 크루아상
hamburger: burger, hamburger | 햄버거, 버거
pizza: pizza | 피자
steaming-bowl: noodles, ramen, noodle soup, bowl of noodles | 국수, 라면, 라멘, 칼국수
cooked-rice: rice, bowl of rice | 밥, 쌀밥, 공깃밥
sushi: sushi | 초밥
dumpling: dumpling | 만두
dango: dango | 떡꼬치, 경단
birthday-cake: cake, birthday cake | 케이크, 생일 케이크, 케익
shortcake: slice of cake, shortcake, strawberry cake | 조각 케이크, 딸기 케이크
cupcake: cupcake, muffin | 컵케이크, 머핀
doughnut: donut, doughnut | 도넛
cookie: cookie | 쿠키
ice-cream: ice cream | 아이스크림
lollipop: lollipop | 막대사탕
chocolate-bar: chocolate | 초콜릿
hot-beverage: coffee, cup of coffee, espresso, latte, coffee shop | 커피, 커피숍, 카페라떼, 라떼, 아메리카노
teacup-without-handle: tea, cup of tea, green tea | 차, 녹차, 찻잔
teapot: teapot | 찻주전자
glass-of-milk: milk, glass of milk | 우유
beer-mug: beer | 맥주
wine-glass: wine, glass of wine | 와인, 포도주
cocktail-glass: cocktail, martini | 칵테일
honey-pot: honey | 꿀
house: house, home | 집, 주택
hut: hut, cabin, cottage | 오두막, 움막
castle: castle | 성, 유럽 성
office-building: office building, building | 빌딩, 건물
school: school | 학교
church: church | 교회, 성당
tent: tent | 텐트
camping: camping | 캠핑
ferris-wheel: ferris wheel | 관람차, 대관람차
fountain: fountain | 분수
bridge-at-night: bridge | 다리
volcano: volcano | 화산
snow-capped-mountain: snowy mountain, snow-capped mountain | 설산, 눈 덮인 산
rock: rock, stone, boulder | 바위, 돌
wood: log, firewood | 통나무, 장작
automobile: car, automobile | 자동차, 승용차
bus: bus | 버스
taxi: taxi, cab | 택시
delivery-truck: truck, lorry, van | 트럭
locomotive: train, steam train, locomotive | 기차, 열차
bullet-train: bullet train | 고속열차, KTX
bicycle: bicycle, bike | 자전거
motorcycle: motorcycle, motorbike | 오토바이
tractor: tractor | 트랙터
sailboat: boat, sailboat, yacht | 돛단배, 배, 요트, 보트
canoe: canoe, kayak, rowing boat | 카누, 나룻배, 조각배
ship: ship, ocean liner | 선박, 여객선
anchor: anchor | 닻
airplane: airplane, plane, aeroplane, jet | 비행기
helicopter: helicopter | 헬리콥터
rocket: rocket, spaceship, spacecraft | 로켓, 우주선
flying-saucer: ufo, flying saucer | 비행접시, 유에프오
satellite: satellite | 인공위성
balloon: balloon | 풍선
parachute: parachute | 낙하산
kite: kite | 연
sun: sun | 해, 태양
full-moon: moon, full moon | 달, 보름달
crescent-moon: crescent moon, crescent | 초승달
star: star | 별
shooting-star: shooting star | 별똥별, 유성
ringed-planet: planet, saturn | 행성, 토성
globe-showing-asia-australia: earth, globe, planet earth | 지구
cloud: cloud | 구름
rainbow: rainbow | 무지개
umbrella: umbrella | 우산
umbrella-on-ground: parasol, beach umbrella | 파라솔
snowman-without-snow: snowman | 눈사람
snowflake: snowflake | 눈송이, 눈꽃
fire: fire, campfire, bonfire, flame | 불, 모닥불, 불꽃
droplet: drop, water drop | 물방울
water-wave: wave | 파도
fireworks: fireworks | 불꽃놀이, 폭죽놀이
chair: chair | 의자
bed: bed | 침대
couch-and-lamp: sofa, couch | 소파
door: door | 문
window: window | 창문
mirror: mirror | 거울
light-bulb: light bulb, bulb, lamp | 전구, 램프
candle: candle | 촛불, 양초, 초
red-paper-lantern: lantern | 등불, 등, 랜턴
books: books, stack of books, pile of books | 책더미, 책 더미
closed-book: book | 책
open-book: open book | 펼친 책
pencil: pencil | 연필
artist-palette: palette, paint, paints | 팔레트, 물감
guitar: guitar | 기타
musical-keyboard: piano, keyboard instrument, synthesizer | 피아노, 건반
violin: violin | 바이올린
trumpet: trumpet | 트럼펫
saxophone: saxophone, sax | 색소폰
drum: drum | 드럼, 북
musical-note: music note, musical note, music | 음표, 음악
microphone: microphone, mic | 마이크
headphone: headphones, headphone | 헤드폰
camera: camera | 카메라
laptop: laptop, computer | 노트북, 컴퓨터
mobile-phone: phone, smartphone, cell phone | 휴대폰, 스마트폰, 핸드폰
watch: watch, wristwatch | 손목시계
mantelpiece-clock: clock | 시계
key: key | 열쇠
gem-stone: diamond, gem, jewel | 다이아몬드, 보석
crown: crown | 왕관
ring: ring | 반지
wrapped-gift: gift, present, gift box | 선물, 선물 상자
package: box, package, parcel | 상자, 박스, 택배
basket: basket | 바구니
soccer-ball: soccer ball, football, ball | 축구공, 공, 축구
basketball: basketball | 농구공, 농구
baseball: baseball | 야구공, 야구
teddy-bear: teddy bear, teddy | 곰인형, 곰 인형, 테디베어
robot: robot | 로봇
ghost: ghost | 유령, 귀신
alien: alien | 외계인
snowboarder: snowboarder | 스노보더
red-heart: heart, love | 하트, 사랑
trophy: trophy, cup trophy | 트로피
graduation-cap: graduation cap | 학사모
glasses: glasses, spectacles | 안경
backpack: backpack | 배낭, 가방
running-shoe: sneakers, sneaker, shoe | 운동화, 신발
t-shirt: t-shirt, shirt | 티셔츠, 셔츠
dress: dress | 드레스, 원피스
top-hat: hat, top hat | 모자
person-standing: person, people | 사람, 사람들
man-standing: man | 남자, 남성
woman-standing: woman, lady | 여자, 여성
woman-dancing: dancer, dancing woman | 무용수, 댄서
child: child, kid, children | 아이, 어린이, 아이들
girl: girl | 소녀, 여자아이
boy: boy | 소년, 남자아이
baby: baby | 아기
old-man: grandfather, old man | 할아버지
old-woman: grandmother, old woman | 할머니
astronaut: astronaut | 우주비행사, 우주인
person-mage: wizard, witch, mage | 마법사, 마녀
santa-claus: santa, santa claus | 산타, 산타클로스
princess: princess | 공주
prince: prince | 왕자
cook: chef, cook | 요리사, 셰프
person-running: runner, running person | 달리는 사람
person-biking: cyclist | 자전거 타는 사람
person-surfing: surfer | 서퍼
ballet-shoes: ballet shoes | 발레슈즈
national-park: national park | 국립공원
mount-fuji: mount fuji | 후지산
desert-island: desert island | 무인도
jack-o-lantern: pumpkin, jack-o-lantern | 호박, 잭오랜턴
skull: skull | 해골
bone: bone | 뼈
egg: egg | 달걀, 계란
nest-with-eggs: nest | 둥지
beach-with-umbrella: beach umbrella scene | 해변 파라솔
spouting-whale: spouting whale | 물 뿜는 고래
shopping-bags: shopping bag, shopping bags | 쇼핑백
briefcase: briefcase | 서류가방
magnifying-glass-tilted-left: magnifying glass | 돋보기
hammer: hammer | 망치
scissors: scissors | 가위
paintbrush: brush, paintbrush | 붓
telescope: telescope | 망원경
hourglass-done: hourglass | 모래시계
compass: compass | 나침반
world-map: map | 지도
ticket: ticket | 티켓, 표
envelope: letter, envelope | 편지, 편지봉투
television: tv, television | 텔레비전, 티비
video-game: game controller, gamepad | 게임기, 게임패드
popcorn: popcorn | 팝콘
clapper-board: clapperboard, film | 영화, 슬레이트
dna: dna | 유전자
microscope: microscope | 현미경
soap: soap | 비누
bathtub: bathtub | 욕조
ear-of-corn: corn, ear of corn | 옥수수
hot-pepper: chili, hot pepper | 고추
french-fries: fries, french fries | 감자튀김
green-salad: salad | 샐러드
custard: pudding, custard | 푸딩
tropical-drink: juice, tropical drink | 주스, 음료
kitchen-knife: knife | 칼
fork-and-knife-with-plate: plate | 접시
bow-and-arrow: bow and arrow | 활과 화살, 활
shinto-shrine: shrine | 신사
playground-slide: slide, playground | 미끄럼틀, 놀이터
roller-coaster: roller coaster | 롤러코스터
fire-engine: fire engine, fire truck | 소방차
motor-scooter: scooter | 스쿠터
roller-skate: roller skates, roller skate | 롤러스케이트
ice-skate: ice skates, ice skate | 스케이트
magic-wand: magic wand, wand | 요술봉, 마법 지팡이
crystal-ball: crystal ball | 수정 구슬
framed-picture: picture frame, framed picture, painting | 액자
sewing-needle: needle | 바늘
folding-hand-fan: fan, folding fan | 부채
handbag: handbag, bag | 핸드백
hiking-boot: boots, hiking boot | 부츠, 등산화, 장화
military-helmet: helmet | 헬멧
sports-medal: medal | 메달
speaker-high-volume: loudspeaker, speaker | 스피커
crossed-swords: swords, sword, crossed swords | 검
carpentry-saw: saw | 톱
balance-scale: scales, balance | 저울
broom: broom | 빗자루
performing-arts: masks, theatre masks | 가면
coin: coin | 동전
puzzle-piece: puzzle piece, puzzle | 퍼즐
parrot: parrot | 앵무새
`;
