// Things to try: experiments with what to look for, in English and Korean. The tests run each of them and check that
// what it promises happens.

type Texts = readonly [english: string, korean: string];

export interface Card {
  /** Name in addresses: `?try=torus`. */
  id: string;
  title: Texts;
  /** What is going on, and what to look for. */
  look: Texts;
  /** Preset whose picture stands for the card. */
  picture: string;
  /** Preset to start from, unless there is a scenario. */
  preset?: string;
  /** A scenario of its own as TOML. */
  scenario?: string;
  /** Parameters to change, by path, with values as TOML. They are set in this order. */
  set?: Record<string, string>;
  /** Number of boids, in a world that grows with them; `most` is as many as the device steps in time. */
  boids?: number | 'most';
  /** Steps to do before the card is shown. */
  steps?: number;
  /** Where to add a predator. */
  predator?: number[];
  /** Id of the boid to inspect. */
  inspect?: number;
  colour?: string;
  trails?: string;
  /** Size of the boids; 1 fits most flocks. */
  size?: string;
  /** Panel to show. */
  tab?: 'parameters' | 'boid' | 'plots';
  /** How a second flock beside the first differs from it. */
  compare?: { preset?: string; set?: Record<string, string> };
}

const TWO_SPECIES = `name = "two-species"
title = "Two species that flock with their own and keep away from the other."
boids = 150

[space]
kind = "torus"
size = [640, 400]

[start]
position = "uniform"
velocity = "heading"
speed = 2

[perception]
radius = 50

[separation]
weight = 1.5
radius = 25
falloff = "inverse"
response = "seek"
limit = 0.05

[alignment]
response = "seek"
limit = 0.05

[cohesion]
response = "seek"
limit = 0.05

[motion]
max_speed = 3

[relations]
other = "avoid"

[[species]]
name = "other"

[species.relations]
boid = "avoid"
`;

export const CARDS: readonly Card[] = [
  {
    id: 'predator',
    title: ['A predator splits the flock', '포식자가 무리를 가릅니다'],
    look: [
      'A predator hunts the nearest boid, and the boids flee from it. Watch the hole that it tears into the flock and how it closes behind it. The predator tool adds more of them.',
      '포식자는 가장 가까운 보이드를 쫓고, 보이드는 달아납니다. 포식자가 무리에 구멍을 내고, 지나간 뒤 구멍이 다시 메워지는 모습을 보세요. 포식자 도구로 더 넣을 수도 있습니다.',
    ],
    picture: 'buckland', preset: 'p5', steps: 600, predator: [320, 200], colour: 'species',
  },
  {
    id: 'nearest',
    title: ['Everyone in range, or the seven nearest', '범위 안의 모두, 아니면 가까운 일곱'],
    look: [
      'In flock A a boid follows everyone within a radius, in flock B its seven nearest, as starlings do. Look at the inspected boid: in A the number of neighbours changes with the crowd, in B it is always seven, however far they are.',
      '무리 A의 보이드는 반경 안의 모두를, 무리 B의 보이드는 찌르레기처럼 가장 가까운 일곱 마리를 따릅니다. 살펴보는 보이드를 보세요. A에서는 붐비는 정도에 따라 이웃 수가 달라지고, B에서는 아무리 멀어도 늘 일곱입니다.',
    ],
    picture: 'topological', preset: 'p5', inspect: 20,
    compare: { set: { 'perception.neighbours': '7', 'perception.kind': '"nearest"' } },
  },
  {
    id: 'noise',
    title: ['Order breaks down under noise', '잡음이 질서를 무너뜨립니다'],
    look: [
      'Every particle takes the mean heading of its neighbours, with an error. Little noise in A: a common direction appears, and polarisation rises above 0.9. Much noise in B: it stays near 0. Drag “Noise: strength” of A from 1 to 5 and find where order is lost.',
      '모든 입자는 이웃의 평균 방향을 따르되 오차가 있습니다. 잡음이 적은 A에서는 공통의 방향이 생겨 정렬도가 0.9를 넘고, 잡음이 큰 B에서는 0 근처에 머뭅니다. A의 잡음 세기를 1에서 5까지 끌며 질서가 사라지는 곳을 찾아보세요.',
    ],
    picture: 'vicsek', preset: 'vicsek', set: { 'noise.strength': '1' }, tab: 'plots',
    compare: { set: { 'noise.strength': '5' } },
  },
  {
    id: 'torus',
    title: ['A flock that turns into a doughnut', '도넛이 되는 무리'],
    look: [
      'Each fish keeps away from those too near, aligns with a few and is drawn to the rest. After some hundred steps the swarm circles around an empty middle: milling rises above 0.6 while polarisation stays low. No fish knows about the ring.',
      '물고기는 너무 가까우면 물러나고, 몇 마리와 방향을 맞추고, 나머지에게 끌립니다. 몇백 단계가 지나면 떼가 빈 가운데를 두고 맴돕니다. 정렬도는 낮은데 회전도는 0.6을 넘습니다. 어떤 물고기도 고리를 알지 못합니다.',
    ],
    picture: 'couzin2002', preset: 'couzin2002', trails: '10', size: '0.5', tab: 'plots',
  },
  {
    id: 'dead-end',
    title: ['Two ways out of a dead end', '막다른 길을 나오는 두 방법'],
    look: [
      'In A boids look ahead and steer to the nearest free direction; in B the walls push them away. Both get out, but in B boids bounce and turn by up to 180° in one step, in A by less than 30°.',
      'A의 보이드는 앞을 내다보고 가장 가까운 빈 방향으로 돌고, B에서는 벽이 밀어냅니다. 둘 다 빠져나오지만, B의 보이드는 튕기며 한 단계에 최대 180°까지 꺾이고 A에서는 30°를 넘지 않습니다.',
    ],
    picture: 'u-trap', preset: 'u-trap', trails: '30',
    compare: { set: { 'avoid.method': '"force-field"' } },
  },
  {
    id: 'separation',
    title: ['Too much separation', '분리가 지나치면'],
    look: [
      'Flock B has a strong push that reaches as far as its boids perceive. Nobody gets close enough to follow anyone: it fills the world like a gas, slow and trembling, and its polarisation stays low while A agrees on a direction.',
      '무리 B는 밀어내는 힘이 세고, 인식하는 거리 끝까지 미칩니다. 누구도 따라갈 만큼 가까이 가지 못해, 기체처럼 세계를 채우고 느리게 떱니다. A는 한 방향으로 모이지만 B의 정렬도는 낮습니다.',
    ],
    picture: 'noc', preset: 'p5', tab: 'plots',
    compare: { set: { 'separation.weight': '20', 'separation.radius': '50' } },
  },
  {
    id: 'single-file',
    title: ['Blind behind: single file', '뒤를 못 보면 한 줄로'],
    look: [
      'Boids that see only the half ahead of them are not pushed by those behind. Wait a thousand steps: the flock draws itself out into long thin lines. Widen “Perception: view” to 360° and they become broad again.',
      '앞쪽 절반만 보는 보이드는 뒤에서 오는 보이드에게 밀리지 않습니다. 천 단계쯤 기다리면 무리가 길고 가는 줄로 늘어납니다. 인식의 시야각을 360°로 넓히면 다시 넓게 퍼집니다.',
    ],
    picture: 'p5', preset: 'p5', set: { boids: '100', 'perception.view': '180' }, inspect: 7, tab: 'boid',
  },
  {
    id: 'friends',
    title: ['Friends, wherever they are', '어디에 있든 친구'],
    look: [
      'Every boid follows the same four friends, who were nearest at the start, and nobody else: a social network instead of sight. Watch the inspected boid cross the others to stay with its friends. Its neighbours never change.',
      '모든 보이드는 시작할 때 가장 가까웠던 친구 넷만 따릅니다. 시야 대신 친구 관계입니다. 살펴보는 보이드가 친구들 곁에 있으려고 다른 보이드 사이를 가로지르는 모습을 보세요. 이웃은 결코 바뀌지 않습니다.',
    ],
    picture: 'harry', preset: 'p5', set: { 'start.position': '"uniform"', 'perception.nearest_at_start': '4', 'perception.kind': '"friends"' }, inspect: 12, tab: 'boid',
  },
  {
    id: 'many',
    title: ['As many as this device can do', '이 기기가 낼 수 있는 만큼'],
    look: [
      'The page has timed a step and made the flock as large as it can step in time. Zoom in: every one of them follows its own neighbours. Under “Search” you can see what looking for neighbours costs with and without a grid.',
      '이 페이지가 한 단계에 걸리는 시간을 재어 제때 계산할 수 있는 만큼 무리를 키웠습니다. 확대해 보세요. 한 마리 한 마리가 자기 이웃을 따릅니다. “탐색”에서 격자를 쓸 때와 쓰지 않을 때 이웃을 찾는 비용을 볼 수 있습니다.',
    ],
    picture: 'wgpu', preset: 'p5', set: { 'start.position': '"uniform"', 'space.kind': '"torus"' }, boids: 'most', colour: 'heading',
  },
  {
    id: 'murmuration',
    title: ['A murmuration in 3D', '3차원의 찌르레기 떼'],
    look: [
      'Six hundred of Reynolds’ first boids, scattered at random. Within a thousand steps they condense into a few flying clouds that bend and merge. Drag to look from another side.',
      '레이놀즈의 첫 보이드 600마리를 아무렇게나 흩어 놓았습니다. 천 단계 안에 휘고 합쳐지는 구름 몇 개로 뭉칩니다. 끌어서 다른 쪽에서 바라보세요.',
    ],
    picture: 'reynolds1987', preset: 'reynolds1987', set: { 'start.position': '"uniform"' }, boids: 640,
  },
  {
    id: 'two-species',
    title: ['Two species sort themselves out', '두 종이 저절로 나뉩니다'],
    look: [
      'Two species start mixed. Each flocks with its own kind and only keeps its distance from the other. Nobody plans it, but soon nearly all neighbours are of one’s own kind. Change the relations and watch them mix again.',
      '두 종이 섞여 출발합니다. 같은 종과는 무리를 짓고 다른 종과는 거리만 둡니다. 아무도 계획하지 않았는데 곧 이웃이 거의 모두 같은 종이 됩니다. 종 사이의 관계를 바꾸어 다시 섞이는 모습을 보세요.',
    ],
    picture: 'couzin2005', scenario: TWO_SPECIES, colour: 'species', tab: 'parameters',
  },
  {
    id: 'leaders',
    title: ['Ten leaders, ninety followers', '길잡이 열, 따르는 아흔'],
    look: [
      'In A ten of a hundred want to go right; nobody knows who they are. They take the whole group along. In B the same ten have no wish: the group stays a swarm without a direction.',
      'A에서는 백 마리 가운데 열 마리가 오른쪽으로 가고 싶어 합니다. 누가 길잡이인지 아무도 모르지만 무리 전체가 따라갑니다. B에서는 그 열 마리에게 뜻이 없어, 무리는 방향 없이 뒤엉켜 있습니다.',
    ],
    picture: 'couzin2005', preset: 'couzin2005', tab: 'plots',
    compare: { set: { 'species.informed.flow.weight': '0' } },
  },
  {
    id: 'sheepdog',
    title: ['One dog, fifty sheep', '개 한 마리와 양 쉰 마리'],
    look: [
      'The dog has two rules: fetch the sheep that has strayed furthest, and drive when all are together. See how it sweeps from side to side behind the flock, and brings scattered sheep home to the corner.',
      '개의 규칙은 둘입니다. 가장 멀리 벗어난 양을 데려오고, 모두 모이면 몰고 갑니다. 무리 뒤에서 좌우로 오가며 흩어진 양을 구석의 목표로 데려가는 모습을 보세요.',
    ],
    picture: 'strombom', preset: 'strombom', trails: '10',
  },
];
