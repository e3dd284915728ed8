import { expect, test } from 'vitest'
import { cageOf } from '../../../server/morph/cage.ts'
import { type Deformation, deformation } from '../../../server/morph/deform.ts'
import { inverseOf } from '../../../server/morph/inverse.ts'
import { type Caged, skinToSkin } from '../../../server/morph/skin-to-skin.ts'
import { isWorkedOut, wayBetween } from '../../../server/morph/way.ts'
import { windingAt } from '../../../server/morph/winding.ts'
import { ballMesh, movedMesh } from '../../support/ball-mesh.ts'
import { randomOf } from '../../support/random.ts'
import { sampledTest } from '../../support/sampled-test.ts'

const random = randomOf(61)
const part = () => random.below(2_000_001) / 1_000_000 - 1

/** A body in its cage, which stands 7 cm off: an egg, `wide` times as thick, with a waist; `parts` times halved. */
function body(wide: number, waist: number, parts = 4): Caged {
  const shape = (off: number) => (p: number[]) => {
    const [x, y, z] = p as [number, number, number]
    const thick = 0.15 * wide * (1 - waist * Math.exp(-((y / 0.4) ** 2))) + off
    return [x * thick, y * (0.4 + off), z * thick]
  }
  return { cage: cageOf(movedMesh(ballMesh(parts - 1), shape(0.07))), skin: movedMesh(ballMesh(parts), shape(0)) }
}

const [slim, broad] = [body(1, 0.3), body(1.2, 0.1)]

/** Places of which each stands so far, metres, from the slim body's skin along the way out of its middle. */
function around({ skin: { positions } }: Caged, off: number): number[][] {
  return Array.from({ length: 120 }, () => {
    const at = random.below(positions.length / 3) * 3
    const place = [0, 1, 2].map((k) => positions[at + k]!)
    return place.map((value) => value * (1 + off / Math.hypot(...place)))
  })
}

function moved(from: Caged, to: Caged, places: readonly number[][]): number[][] {
  const way = wayBetween(from, to)
  const out = new Float64Array(3)
  return places.map((place) => {
    expect(way.move(place[0]!, place[1]!, place[2]!, out, 0)).toBe(true)
    return [...out]
  })
}

const farthest = (places: readonly number[][], truth: readonly number[][]) =>
  Math.max(...places.map((place, i) => Math.hypot(...place.map((value, k) => value - truth[i]![k]!))))

/** How far a place is out of the broad body's skin, which is round about y. */
const depth = ([x, y, z]: number[]) => {
  let best = Infinity
  for (let angle = 0; angle <= Math.PI; angle += 0.0005) {
    const thick = 0.15 * 1.2 * (1 - 0.1 * Math.exp(-((Math.cos(angle) / 0.4) ** 2)))
    best = Math.min(best, Math.hypot(Math.hypot(x!, z!) - Math.sin(angle) * thick, y! - Math.cos(angle) * 0.4))
  }
  return best
}

test('what goes there and back comes back to within a hundredth of a millimetre, whichever of the two comes first', () => {
  for (const [from, to] of [[slim, broad] as const, [broad, slim] as const]) {
    const places = [-0.01, 0, 0.01, 0.025, 0.04].flatMap((off) => around(from, off))
    const there = moved(from, to, places)
    expect(farthest(there, places)).toBeGreaterThan(0.02)
    expect(farthest(moved(to, from, there), places)).toBeLessThan(1e-5)
  }
})

test('the one skin comes to lie on the other, and what is near it stays near', () => {
  const skin = moved(slim, broad, around(slim, 0)).map(depth)
  expect(Math.max(...skin)).toBeLessThan(0.0015)
  expect(skin.reduce((sum, far) => sum + far, 0) / skin.length).toBeLessThan(0.0005)
  const cloth = moved(slim, broad, around(slim, 0.01)).map(depth)
  expect(Math.min(...cloth)).toBeGreaterThan(0.006)
  expect(Math.max(...cloth)).toBeLessThan(0.014)
})

test('a shoe stays where it is on feet that are alike, however the rest of the two bodies differs', () => {
  const broader = (p: number[]) => {
    const share = 1 / (1 + Math.exp(-(p[1]! + 0.05) / 0.02))
    return [p[0]! * (1 + 0.4 * share), p[1]!, p[2]! * (1 + 0.4 * share)]
  }
  const other = { cage: cageOf(movedMesh(slim.cage, broader)), skin: movedMesh(slim.skin, broader) }
  const places = [0, 0.005, 0.01, 0.02].flatMap((off) => around(slim, off)).filter(([, y]) => y! < -0.2)
  expect(places.length).toBeGreaterThan(50)
  for (const [from, to] of [[slim, other] as const, [other, slim] as const])
    expect(farthest(moved(from, to, places), places)).toBeLessThan(0.0002)
  const alone = deformation(slim.cage, other.cage)
  const byCages = places.map((place) => {
    const out = new Float64Array(3)
    alone.move(place[0]!, place[1]!, place[2]!, out, 0)
    return [...out]
  })
  expect(farthest(byCages, places)).toBeGreaterThan(0.0005)
})

test('the same body, and one that is only another affine shape, leave no error above a billionth of a metre', () => {
  const affine = ([x, y, z]: number[]) => [1.2 * x! - 0.1 * y! + 1, 0.9 * y! + 0.2 * z!, 0.1 * x! + 1.1 * z! - 4]
  const places = around(slim, 0.02)
  expect(farthest(moved(slim, { ...slim }, places), places)).toBeLessThan(1e-9)
  const other = { cage: cageOf(movedMesh(slim.cage, affine)), skin: movedMesh(slim.skin, affine) }
  const there = moved(slim, other, places)
  expect(farthest(there, places.map(affine))).toBeLessThan(1e-9)
  expect(farthest(moved(other, slim, there), places)).toBeLessThan(1e-9)
})

sampledTest(
  'what was worked out for two bodies is kept for the next garment, a few pairs long, and never taken for another pair',
  () => {
    // Coarse ones: of seven pairs each way is worked out.
    const [slim, broad] = [body(1, 0.3, 3), body(1.2, 0.1, 3)]
    const copyOf = ({ cage, skin }: Caged): Caged => ({
      cage: cageOf(structuredClone(cage)),
      skin: structuredClone(skin),
    })
    const longer = (by: number): Caged => {
      const { cage, skin } = slim
      const stretch = ([x, y, z]: number[]) => [x!, y! * by, z!]
      return { cage: cageOf(movedMesh(cage, stretch)), skin: movedMesh(skin, stretch) }
    }
    const wayTo = (to: Caged) =>
      (isWorkedOut(slim, to) ? wayBetween(copyOf(slim), to) : wayBetween(to, copyOf(slim))).move
    const first = wayTo(broad)
    expect(wayTo(copyOf(broad))).toBe(first)
    const places = around(slim, 0.01)
    const before = moved(slim, broad, places)
    for (const by of [1.01, 1.02, 1.03, 1.04, 1.05, 1.06]) expect(wayTo(longer(by))).not.toBe(first)
    expect(wayTo(broad)).not.toBe(first)
    expect(moved(slim, broad, places)).toEqual(before)
    const otherSkin = { ...broad, skin: movedMesh(broad.skin, ([x, y, z]) => [x! * 1.001, y!, z!]) }
    expect(farthest(moved(slim, otherSkin, places), before)).toBeGreaterThan(1e-5)
  },
)

test('a place outside the cage is told of, both ways', () => {
  const out = new Float64Array(3)
  expect(wayBetween(slim, broad).move(0, 0.9, 0, out, 0)).toBe(false)
  expect(wayBetween(broad, slim).move(0, 0.9, 0, out, 0)).toBe(false)
})

test('where the cage folds over, a place is answered that is in the cage, or the one by the cages alone', () => {
  const { cage } = slim
  const folded = movedMesh(cage, ([x, y, z]) => [x! * Math.cos(12 * y!), y!, z!])
  const [there, start] = [deformation(cage, folded), deformation(folded, cage)]
  const back = inverseOf(there, start)
  const [out, alone, home] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)]
  for (const place of around(slim, 0.01) as [number, number, number][]) {
    there.move(...place, out, 0)
    const goal = [out[0]!, out[1]!, out[2]!] as const
    start.move(...goal, alone, 0)
    back.move(...goal, home, 0)
    if (!home.every((value, k) => value === alone[k]))
      expect(windingAt(cage, home[0]!, home[1]!, home[2]!)).toBeCloseTo(1, 6)
  }
})

test('places that no way back was found for are counted: those that the way there takes elsewhere', () => {
  const { cage } = slim
  const countedBack = (other: Caged['cage'], places: readonly number[][]) => {
    const [there, start] = [deformation(cage, other), deformation(other, cage)]
    const back = inverseOf(there, start)
    const [home, again] = [new Float64Array(3), new Float64Array(3)]
    let [asked, elsewhere] = [0, 0]
    for (const goal of places as [number, number, number][]) {
      if (!back.move(...goal, home, 0)) continue
      asked += 1
      there.move(home[0]!, home[1]!, home[2]!, again, 0)
      if (Math.hypot(...goal.map((value, k) => value - again[k]!)) > 2e-5) elsewhere += 1
    }
    return { asked, elsewhere, missed: back.missed() }
  }
  const folds = movedMesh(cage, ([x, y, z]) => [x! * Math.cos(12 * y!), y!, z!])
  const folded = countedBack(cageOf(folds), around(slim, 0.04))
  expect(folded.missed).toBe(folded.elsewhere)
  expect(folded.missed).toBeGreaterThan(0)
  const smooth = countedBack(broad.cage, around(slim, 0.01))
  expect(smooth).toEqual({ asked: 120, elsewhere: 0, missed: 0 })
})

test('a place outside the cage is refused at once, by the way back too', () => {
  let asked = 0
  const there: Deformation = {
    move() {
      asked += 1
      return false
    },
  }
  const back = inverseOf(there, deformation(broad.cage, slim.cage))
  expect(back.move(9, 9, 9, new Float64Array(3), 0)).toBe(false)
  expect(asked).toBe(0)
})

const PLACES = process.env.SOAK ? 10_000 : 2_000

test(`${PLACES} places in cages of 2,048 triangles take less than 200 MB, and the way back asks the way there a few times for each`, () => {
  const finer = (wide: number): Caged => {
    const shape = (size: number) => (p: number[]) => [p[0]! * size * 0.3 * wide, p[1]! * size * 0.6, p[2]! * size * 0.3]
    return { cage: cageOf(movedMesh(ballMesh(4), shape(1.3))), skin: movedMesh(ballMesh(5), shape(1)) }
  }
  const [one, other] = [finer(1), finer(1.2)]
  const memory = process.memoryUsage().rss
  const there = skinToSkin(one, other)
  let asked = 0
  const counted: Deformation = {
    move(...given) {
      asked += 1
      return there.move(...given)
    },
  }
  const back = inverseOf(counted, deformation(other.cage, one.cage))
  const out = new Float64Array(3)
  for (let i = 0; i < PLACES; i++) back.move(part() * 0.17, part() * 0.34, part() * 0.17, out, 0)
  expect(asked / PLACES).toBeLessThan(6)
  expect((process.memoryUsage().rss - memory) / 1e6).toBeLessThan(200)
}, 300_000)
