// Korean texts for the parameter table. They are keyed by paths and words of scenario files, never by English text, so
// rewording an English sentence does not lose its translation.

type Texts = Record<string, string>;

/** Name of a parameter, by its path: the Korean word for its key. */
export function parameterName(path: string): string | undefined {
  return KEYS[lastPart(path)];
}

/** Sentence on a parameter, by its path. */
export function parameterSentence(path: string): string | undefined {
  return SENTENCES[path] ?? SENTENCES[`*.${lastPart(path)}`];
}

/** Name of a choice, by the path of its parameter and its word. */
export function choiceName(path: string, word: string): string | undefined {
  return CHOICES[`${lastPart(path)}:${word}`] ?? CHOICES[word];
}

/** Meaning of a choice, by the path of its parameter and its word. */
export function choiceMeaning(path: string, word: string): string | undefined {
  return MEANINGS[`${lastPart(path)}:${word}`] ?? MEANINGS[word];
}

/** A unit such as `length/time`, translated word by word. */
export function unit(unit: string): string {
  return unit.replace(/[a-z]+/g, (word) => UNITS[word] ?? word);
}

function lastPart(path: string): string {
  return path.split('.').at(-1)!;
}

export const SECTIONS: Texts = {
  space: '공간', pointer: '포인터', representative: '대표 보이드', reference: '기준 엔진', start: '초기 상태', perception: '인식',
  separation: '분리', alignment: '정렬', cohesion: '응집', flee: '도피', hunt: '추격', goal: '목표', avoid: '장애물 회피',
  wander: '배회', motion: '운동', flow: '흐름장',
};

export const RULES: Texts = {
  separation: '분리', alignment: '정렬', cohesion: '응집', avoid: '장애물 회피', flee: '도피', hunt: '추격', goal: '목표',
  pointer: '포인터', wander: '배회', flow: '흐름장', added: '추가 규칙',
};

export const UNITS: Texts = {
  length: '길이', time: '시간', step: '단계', steps: '단계', boids: '마리', cells: '칸', degrees: '도', groups: '무리', pairs: '쌍',
};

export const KEYS: Texts = {
  name: '이름', title: '제목', source: '출처', dimension: '차원', seed: '시드', steps: '단계 수', search: '탐색', engine: '엔진',
  kind: '종류', size: '크기', origin: '원점', radius: '반경', margin: '여백', push: '밀어내기', push_after_limit: '속력 제한 뒤에 밀기',
  wrap_before_move: '이동 전에 되돌리기', mode: '동작', position: '위치', weight: '가중치', falloff: '거리 감쇠', reach: '영향 거리',
  closest: '최소 거리', algorithm: '알고리즘', cells: '칸 수', o: 'o', stop: '종료 조건', update: '갱신 순서', quirks: '원본의 결함',
  boids: '보이드 수', body: '몸 반지름', at: '지점', velocity: '속도', low: '최솟값', high: '최댓값', speed: '속력', neighbours: '이웃 수',
  view: '시야각', near: '근거리', coincident: '겹친 보이드', edges: '친구 관계', directed: '단방향', average: '평균', response: '반응',
  limit: '상한', of: '기준', include_self: '자신 포함', relative: '자기 속도 빼기', slowing: '감속 거리', target: '대상', strength: '세기',
  contact: '접촉 거리', contact_push: '접촉 힘', distance: '거리', jitter: '흔들림', combine: '합성 방법', order: '순서', step: '단계 시간',
  scale: '배율', max_force: '최대 힘', max_speed: '최대 속력', min_speed: '최소 속력', inertia: '관성', damping: '감쇠', smoothing: '평활화',
  slow_speed: '저속 기준', near_miss: '근접 기준', waypoints: '경유지', within: '도착 거리', path: '경로', ends: '끝에서', method: '방법',
  look_ahead: '예측 단계', turn: '최대 회전', clearance: '간격', field: '흐름장', direction: '방향', centre: '중심', width: '너비',
  vectors: '벡터',
};

/** By path, or by `*.key` if all parameters with that key have the same sentence. */
export const SENTENCES: Texts = {
  name: '시나리오의 짧은 이름입니다.',
  title: '시나리오가 무엇을 보여 주는지 한 문장으로 적습니다.',
  source: '규칙과 상수의 출처입니다.',
  dimension: '평면(2) 또는 공간(3)입니다.',
  seed: '모든 난수를 결정하는 값입니다.',
  steps: '따로 지정하지 않았을 때 한 번에 실행하는 단계 수입니다.',
  search: '이웃을 찾는 방법입니다.',
  engine: '무리를 움직이는 엔진입니다.',
  boids: '보이드의 수입니다.',
  body: '몸의 반지름입니다. 두 보이드 사이의 거리가 반지름의 합보다 작으면 충돌입니다.',
  '*.weight': '힘의 가중치입니다.',
  '*.view': '이 규칙의 시야각입니다. 지정하지 않으면 인식의 시야각을 따릅니다.',
  '*.response': '규칙이 바라는 움직임을 힘으로 바꾸는 방법입니다.',
  '*.limit': '힘의 크기를 이 값으로 제한합니다. 지정하지 않으면 제한하지 않습니다.',
  '*.include_self': '자신도 이웃으로 셀지 정합니다.',
  '*.falloff': '밀어내는 힘이 거리에 따라 변하는 방식입니다.',
  '*.slowing': '`arrive`에서 감속을 시작하는 거리입니다.',
  'space.kind': '세계와 경계의 종류입니다.',
  'space.size': '각 축 방향의 세계 크기입니다.',
  'space.origin': '좌표가 가장 작은 세계의 모서리, 또는 구의 중심입니다. 지정하지 않으면 원점입니다.',
  'space.radius': '구의 반지름입니다.',
  'space.margin': 'wrap: 경계를 얼마나 벗어나면 반대쪽으로 옮길지 정합니다. walls: 경계 안쪽 어디부터 밀어낼지 정합니다(음수면 바깥쪽).',
  'space.push': 'walls: 여백을 넘었을 때 단계마다 각 축의 속도에 더하는 값입니다.',
  'space.push_after_limit': 'walls: 속력을 제한한 뒤에 밀어서 제한을 넘을 수 있게 합니다.',
  'space.wrap_before_move': 'wrap: 이동한 뒤가 아니라 이동하기 전에 위치를 검사합니다.',
  'pointer.mode': '포인터가 하는 일입니다.',
  'pointer.position': '포인터의 위치입니다. 지정하지 않으면 포인터가 없습니다.',
  'pointer.falloff': '포인터의 테두리에서 잰 거리에 따라 힘이 변하는 방식입니다.',
  'pointer.radius': '포인터의 반지름입니다. 거리는 테두리에서부터 잽니다.',
  'pointer.reach': '테두리에서 이 거리까지 힘이 미칩니다.',
  'pointer.closest': '계산에 쓰는 가장 짧은 거리입니다. 테두리 안쪽에서도 이 값을 씁니다.',
  'representative.algorithm': 'Lee(2008)의 세 알고리즘 중 하나를 고릅니다.',
  'representative.cells': '각 축을 나누는 칸의 수입니다.',
  'representative.o': '이만큼 떨어진 칸부터 대표 보이드 하나로 대신합니다.',
  'representative.stop': '칸을 살펴보는 일을 언제 마칠지 정합니다.',
  'reference.update': '보이드를 움직이는 순서입니다. 빠른 엔진은 언제나 모두 동시에 움직입니다.',
  'reference.quirks': '재현할 원본 프로그램의 결함입니다: veldic-alignment, jyanar-limit, jyanar-cohesion, jyanar-borders.',
  'start.position': '보이드의 처음 위치입니다.',
  'start.at': '`point`에서는 시작 지점, `ball`에서는 공의 중심입니다. `ball`에서 지정하지 않으면 세계의 중심입니다.',
  'start.radius': '공의 반지름입니다.',
  'start.velocity': '보이드의 처음 속도입니다.',
  'start.low': '`box`에서 속도 성분의 최솟값입니다.',
  'start.high': '`box`에서 속도 성분의 최댓값입니다.',
  'start.speed': '`heading`에서의 속력입니다.',
  'perception.kind': '누구를 이웃으로 인식할지 정합니다.',
  'perception.radius': '인식하는 거리입니다.',
  'perception.neighbours': '인식하는 가장 가까운 이웃의 수입니다.',
  'perception.view': '진행 방향을 중심으로 한 시야 전체의 각도입니다.',
  'perception.near': '이 거리 안에서는 시야각을 적용하지 않습니다.',
  'perception.coincident': '정확히 같은 위치에 있는 보이드를 인식할지 정합니다.',
  'perception.edges': '`friends`에서 친구인 보이드 번호의 쌍입니다.',
  'perception.directed': '쌍 [a, b]에서 a만 b를 인식하게 합니다.',
  'separation.radius': '너무 가깝다고 보는 거리입니다. 지정하지 않으면 인식한 이웃 모두에 적용합니다.',
  'separation.average': '밀어내는 힘의 합을 나누는 값입니다.',
  'alignment.radius': '이 거리 안의 이웃에만 적용합니다. 지정하지 않으면 인식한 이웃 모두에 적용합니다.',
  'alignment.of': '이웃의 속도와 방향 중 무엇에 맞출지 정합니다.',
  'alignment.average': '합을 나누는 값입니다.',
  'alignment.relative': '자기 속도를 뺄지 정합니다. `seek`와 `arrive`는 스스로 빼므로 영향을 받지 않습니다.',
  'cohesion.weight': '힘의 가중치입니다. 음수면 흩어집니다.',
  'cohesion.radius': '이 거리 안의 이웃에만 적용합니다. 지정하지 않으면 인식한 이웃 모두에 적용합니다.',
  'cohesion.average': '이웃까지의 거리 벡터의 합을 나누는 값입니다.',
  'flee.radius': '천적을 알아차리는 거리입니다.',
  'flee.target': '누구에게서 달아날지 정합니다.',
  'hunt.radius': '사냥감을 알아차리는 거리입니다.',
  'hunt.target': '누구를 쫓을지 정합니다. 거리 안에 있는 모두의 중심, 또는 가장 가까운 하나입니다.',
  'hunt.near_miss': '거리가 두 몸 반지름의 합의 이 배수보다 작으면 아슬아슬하게 놓친 것이고, 합보다 작으면 잡은 것입니다.',
  'goal.position': '목표의 위치입니다. 지정하지 않으면, 경유지나 경로가 있을 때만 목표가 있습니다.',
  'goal.waypoints': '보이드마다 따로 차례로 들르는 점들입니다.',
  'goal.within': '이 거리 안에 들어오면 경유지에 도착한 것으로 봅니다.',
  'goal.path': '목표가 따라 움직이는 경로의 점들입니다. 모든 보이드에 같습니다.',
  'goal.speed': '목표가 경로를 따라 움직이는 속력입니다.',
  'goal.ends': '마지막 경유지 다음, 또는 경로의 끝에서 할 일입니다.',
  'avoid.method': '장애물을 피하는 방법입니다.',
  'avoid.weight': '힘의 가중치입니다. 0이면 피하지 않습니다.',
  'avoid.strength': 'force-field: 힘의 크기는 세기/s²입니다. s는 표면까지의 거리입니다.',
  'avoid.reach': 'force-field: 표면에서 이 거리까지 힘이 미칩니다.',
  'avoid.contact': 'force-field: 이보다 가깝거나 장애물 안쪽이면 대신 접촉 힘이 작용합니다.',
  'avoid.contact_push': 'force-field: 표면 가까이와 안쪽에서 작용하는 힘입니다.',
  'avoid.look_ahead': 'steer: 현재 속력으로 몇 단계 앞까지 살필지 정합니다.',
  'avoid.turn': 'steer: 장애물을 피할 때 한 단계에 도는 최대 각도입니다.',
  'avoid.clearance': 'steer: 보이드의 중심과 표면 사이에 두는 간격입니다. 지정하지 않으면 몸 반지름입니다.',
  'flow.field': '흐름장의 종류입니다.',
  'flow.response': '그 위치의 흐름 벡터를 힘으로 바꾸는 방법입니다.',
  'flow.direction': 'uniform: 흐름의 방향입니다. 지정하지 않으면 +x입니다.',
  'flow.centre': 'vortex, shear: 흐름의 중심입니다. 지정하지 않으면 세계의 중심입니다.',
  'flow.speed': 'uniform, vortex, shear: 벡터의 크기입니다. vortex에서 음수면 반대로 돕니다.',
  'flow.width': 'vortex, shear: 중심에서 이 거리까지는 벡터가 거리에 비례해 커집니다.',
  'flow.cells': 'grid: 각 축의 칸 수입니다.',
  'flow.vectors': 'grid: 칸마다 하나씩인 벡터입니다. x, y, z 순서로 나열하며 x가 가장 빨리 바뀝니다.',
  'flow.origin': 'grid: 좌표가 가장 작은 격자의 모서리입니다. 지정하지 않으면 세계와 같습니다.',
  'flow.size': 'grid: 각 축 방향의 격자 크기입니다. 지정하지 않으면 세계와 같습니다.',
  'wander.weight': '힘의 가중치입니다. 0이면 배회하지 않습니다.',
  'wander.radius': '구의 반지름입니다.',
  'wander.distance': '보이드에서 앞쪽 구의 중심까지의 거리입니다.',
  'wander.jitter': '구 위의 점이 움직이는 빠르기입니다.',
  'motion.combine': '여러 규칙의 힘을 하나로 합치는 방법입니다.',
  'motion.order': '규칙을 적용하는 순서입니다. 더하는 순서, `in-turn`의 차례, 예산의 우선순위가 됩니다.',
  'motion.step': '한 단계의 시간입니다.',
  'motion.scale': '합친 힘에 곱하는 값입니다.',
  'motion.max_force': '합친 힘의 크기를 이 값으로 제한합니다. 지정하지 않으면 제한하지 않습니다. 예산 방식에는 꼭 필요합니다.',
  'motion.max_speed': '속력을 이 값으로 제한합니다. `heading`에서는 언제나 이 속력입니다.',
  'motion.min_speed': '속력이 이 값보다 작으면 이 값으로 올립니다. 멈춰 있는 보이드는 그대로 있습니다.',
  'motion.inertia': '`heading`: 힘에 견주어 현재 방향을 얼마나 유지할지 정합니다.',
  'motion.damping': '단위 시간에 잃는 속도의 비율입니다.',
  'motion.smoothing': '가속도에서 새 값이 차지하는 비율입니다. 나머지는 앞 단계의 값입니다(OpenSteer: 0.15).',
  'motion.slow_speed': '속력이 이 값 이하이면 힘을 진행 방향 주위의 원뿔 안으로 제한합니다(OpenSteer). 0이면 쓰지 않습니다.',
};

/** By `key:word`, or by word if it has the same name for every key. */
export const CHOICES: Texts = {
  brute: '전수 비교', grid: '격자', 'kd-tree': 'k-d 트리', 'search:representative': '대표 보이드', fast: '빠른 엔진',
  'engine:reference': '기준 엔진', torus: '원환면', wrap: '반대쪽으로 이동', walls: '벽', reflect: '반사', sphere: '구', open: '열린 공간',
  'kind:all': '모두', 'kind:radius': '반경', 'kind:nearest': '가장 가까운 k', 'nearest-within': '반경 안 가장 가까운 k', friends: '친구',
  perceive: '인식', ignore: '무시', offset: '거리에 비례', constant: '일정', inverse: '1/r', 'inverse-square': '1/r²',
  'average:sum': '나누지 않음', mean: '적용되는 이웃 수', perceived: '인식한 이웃 수', 'of:velocity': '속도', 'of:heading': '방향', raw: '그대로',
  unit: '단위 벡터', seek: '찾기', arrive: '도착하기', 'unit-seek': '찾기의 단위 벡터', 'target:all': '모두', 'target:nearest': '가장 가까운 하나',
  'combine:sum': '합', 'in-turn': '차례로', 'budget-of-sum': '합의 예산', 'budget-of-lengths': '크기의 예산', 'combine:heading': '방향',
  centre: '중심', point: '한 점', uniform: '고르게', ball: '공 안', zero: '정지', box: '상자', 'whole-box': '정수 상자',
  'velocity:heading': '무작위 방향', off: '끔', repel: '밀어내기', attract: '끌어당기기', basic: '기본', partition: '공간 분할',
  certain: '확실할 때', 'as-printed': '논문대로', 'algorithm:representative': '대표 보이드', 'at-once': '동시에', 'one-by-one': '하나씩',
  'species-by-species': '종별로', 'force-field': '힘의 장', steer: '조향', loop: '처음부터 다시', return: '되돌아가기', stop: '멈추기',
  'field:none': '없음', 'field:uniform': '균일', vortex: '소용돌이', shear: '전단', 'field:grid': '격자',
  'relation:flock': '무리 짓기', 'relation:ignore': '무시', 'relation:avoid': '거리 두기', 'relation:hunt': '추격', 'relation:flee': '도피',
};

/** By `key:word`, or by word if it means the same for every key. */
export const MEANINGS: Texts = {
  brute: '모든 보이드를 살펴봅니다. 다른 방법을 검증하는 기준입니다.',
  grid: '보이드를 칸으로 나눕니다. 대부분의 무리에서 가장 빠릅니다.',
  'kd-tree': 'k-d 트리를 씁니다. 밀도가 매우 고르지 않은 무리에 알맞습니다.',
  'search:representative': '이재문(2008): 먼 칸을 대표 보이드 하나로 대신합니다. 근사입니다.',
  fast: '단정밀도로, 모든 보이드를 동시에 움직입니다.',
  'engine:reference': '배정밀도로 단순하게 계산하며, 출처의 갱신 순서를 따릅니다.',
  torus: '양쪽 경계가 이어져 있고, 거리도 경계를 넘어 잽니다.',
  wrap: '경계를 벗어난 보이드는 반대쪽으로 옮겨지지만, 경계 너머는 보지 못합니다.',
  walls: '여백을 넘으면 벽이 밀어냅니다.',
  reflect: '벽에 부딪히면 튕깁니다.',
  sphere: '구를 벗어나면 맞은편 점으로 옮겨집니다(OpenSteer).',
  open: '경계가 없습니다.',
  'kind:all': '모두를 인식합니다.',
  'kind:radius': '반경 안에 있는 모두를 인식합니다.',
  'kind:nearest': '거리에 상관없이 가장 가까운 k마리를 인식합니다.',
  'nearest-within': '반경 안에서 가장 가까운 k마리를 인식합니다.',
  friends: '어디에 있든 친구로 이어진 보이드만 인식합니다.',
  perceive: '다른 이웃과 똑같이 세지만, 밀어내는 방향은 없습니다.',
  ignore: '인식하지 않습니다. 거리가 0보다 큰지 검사하는 출처와 같습니다.',
  offset: '거리에 비례해 커집니다.',
  constant: '거리에 상관없이 같습니다.',
  inverse: '거리에 반비례합니다.',
  'inverse-square': '거리의 제곱에 반비례합니다.',
  'average:sum': '나누지 않습니다.',
  mean: '규칙이 적용되는 이웃의 수로 나눕니다.',
  perceived: '규칙이 적용되는지와 상관없이, 인식한 이웃의 수로 나눕니다.',
  'of:velocity': '이웃의 속도에 맞춥니다.',
  'of:heading': '이웃의 방향에 맞춥니다. 방향 벡터의 크기는 모두 1입니다.',
  raw: '규칙이 바라는 벡터를 그대로 씁니다.',
  unit: '방향만 쓰고 크기는 1로 합니다.',
  seek: '그쪽으로 최대 속력으로 향합니다: 방향 × 최대 속력 − 자기 속도.',
  arrive: '찾기와 같지만 감속 거리 안에서는 느려집니다.',
  'unit-seek': '찾기 힘의 방향만 쓰고 크기는 1로 합니다.',
  'target:all': '거리 안에 있는 모두가 대상입니다.',
  'target:nearest': '거리 안에서 가장 가까운 하나가 대상입니다.',
  'combine:sum': '힘을 모두 더합니다.',
  'in-turn': '하나씩 차례로 적용합니다. 규칙마다 앞 규칙이 바꾼 속도를 봅니다.',
  'budget-of-sum': '순서대로 더하다가 합의 크기가 최대 힘에 이르면 멈춥니다. 마지막 힘은 잘립니다(Buckland).',
  'budget-of-lengths': '순서대로 더하다가 크기의 합이 최대 힘에 이르면 멈춥니다. 마지막 힘은 잘립니다(Reynolds 1987).',
  'combine:heading': '힘의 합은 방향만 바꾸고, 속력은 언제나 최대입니다(이재문 2008, Mesa).',
  centre: '모두 세계의 중심에서 시작합니다.',
  point: '모두 지정한 한 점에서 시작합니다.',
  uniform: '세계 전체에 고르게 흩어져 시작합니다.',
  ball: '중심 둘레의 공 안에 흩어져 시작합니다.',
  zero: '멈춘 상태로 시작합니다.',
  box: '각 성분이 최솟값과 최댓값 사이의 무작위 값입니다.',
  'whole-box': '각 성분이 최솟값과 최댓값 사이의 무작위 정수입니다.',
  'velocity:heading': '같은 속력으로 무작위 방향을 향합니다.',
  off: '아무 일도 하지 않습니다.',
  repel: '보이드를 밀어냅니다.',
  attract: '보이드를 끌어당깁니다.',
  basic: 'SteeringBasic: 모든 보이드에 우선순위 큐를 씁니다. 정확합니다.',
  partition: 'SteeringWithPS: 고리 모양으로 둘러싼 칸들에 우선순위 큐를 씁니다. 정확합니다.',
  'algorithm:representative': 'SteeringWithRB: o칸 이상 떨어진 칸을 보이드 하나로 대신합니다. 근사입니다.',
  certain: '다음 고리에 더 가까운 보이드가 있을 수 없을 때 마칩니다.',
  'as-printed': '논문에 적힌 대로 k마리를 찾으면 바로 마칩니다. 다음 고리에 더 가까운 보이드가 있을 수 있습니다.',
  'force-field': '장애물마다 가까울수록 세게 밀어냅니다(veldic).',
  steer: '앞을 살피고, 늦기 전에 가장 가까운 빈 방향으로 돕니다(Reynolds).',
  loop: '첫 점으로 돌아갑니다.',
  return: '같은 길을 되돌아가며 왕복합니다.',
  stop: '그 자리에 머뭅니다.',
  'field:none': '흐름이 없습니다.',
  'field:uniform': '어디서나 같습니다.',
  vortex: '중심 둘레를 돕니다. 3차원에서는 z 방향의 축 둘레를 돕니다.',
  shear: 'x 방향으로 흐르며, 중심의 위와 아래에서 방향이 반대입니다.',
  'field:grid': '격자의 칸마다 벡터가 하나씩 있습니다.',
  'relation:flock': '분리, 정렬, 응집을 모두 적용합니다.',
  'relation:ignore': '인식하지 않습니다.',
  'relation:avoid': '거리만 둡니다.',
  'relation:hunt': '뒤쫓습니다.',
  'relation:flee': '달아납니다.',
  'at-once': '같은 이전 상태를 보고 모두 동시에 움직입니다.',
  'one-by-one': '번호순으로 하나씩 움직입니다. 다음 보이드는 이미 움직인 보이드를 봅니다.',
  'species-by-species': '종마다 동시에 움직이며, 다른 종은 가장 새로운 상태를 봅니다.',
};

export const PRESETS: Texts = {
  p5: '대니얼 시프먼의 p5.js 무리: 300마리가 한가운데에서 퍼져 나간 뒤 서로 모입니다.',
  noc: '『The Nature of Code』 2판의 무리: 넓은 화면의 120마리.',
  harry: '해리 브런디지의 무리: 반대쪽 경계로 넘어가고 마우스를 피하는 120마리.',
  'harry-small': '힘을 하나씩 살펴볼 수 있는 작은 세계의 15마리.',
  eater: '벤 이터의 보이드: 규칙을 차례로 적용하고, 창의 가장자리에서 방향을 돌립니다.',
  parker: '콘래드 파커의 의사 코드: 모두가 모두를 보고, 벽이 밀어냅니다.',
  veldic: '3차원 상자 속의 30마리. 장애물이 길을 막고 포식자 둘이 뒤쫓습니다.',
  'veldic-shipped': '공개된 그대로의 Veldic 보이드: 정렬이 이웃 속도의 평균이 아니라 합을 따릅니다.',
  jyanar: '공개된 그대로의 jyanar C++ 보이드: 응집이 없고, 속력을 제한하면 1로 떨어집니다.',
  'jyanar-fixed': '의도대로 고친 jyanar의 C++ 보이드: 응집이 있고 속력 제한이 올바르게 작동합니다.',
  mesa: '원환면 위의 Mesa 무리: 이웃이 방향을 바꾸고 속력은 그대로입니다.',
  opensteer: '3차원 OpenSteer 보이드: 세 가지 시야, 느린 회전, 부드러운 가속.',
  buckland: '버클랜드의 물고기 떼: 예산이 다할 때까지 우선순위대로 힘을 쓰며, 상어를 피합니다.',
  reynolds1987: '레이놀즈의 첫 무리: 80마리, 우선순위가 있는 규칙, 하나의 가속 예산.',
  lee2008: '이재문의 무리: 1024마리가 저마다 가장 가까운 100마리를 따릅니다.',
};
