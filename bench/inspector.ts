/**
 * What the inspector costs: `npx tsx --expose-gc bench/inspector.ts`, after `npm run build`. Sizes are gzip; times are the best of nine rounds and
 * mean something only beside each other, on the machine that printed them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type AnyActorRef, assign, createActor, type InspectionEvent, setup } from 'xstate'
import { enlist } from '../src/inspect-seam.ts'
import { listen } from '../src/inspector/listen.ts'
import { createRecorder } from '../src/inspector/record.ts'

const ROUNDS = 9
const EVENTS = 2000
const rows = Array.from({ length: 50 }, (_, n) => ({
  id: `${n}`,
  name: `Asset ${n}`,
  tags: ['a', 'b'],
  size: { bytes: n },
}))

const list = setup({
  types: {} as { context: { rows: typeof rows; at: number }; events: { type: 'moved'; at: number } },
  actions: { move: assign({ at: ({ event }) => event.at }) },
}).createMachine({ id: 'list', context: { rows, at: 0 }, on: { moved: { actions: 'move' } } })

/** Microseconds of the processor that an event takes, the best of some rounds: others' work is no part of it. */
function cost(enter: (actor: AnyActorRef) => void = () => {}): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const actor = createActor(list)
    enter(actor)
    actor.start()
    const from = process.cpuUsage()
    for (let at = 0; at < EVENTS; at++) actor.send({ type: 'moved', at })
    const { user, system } = process.cpuUsage(from)
    return (user + system) / EVENTS
  })
  return Math.min(...rounds)
}

const hearing = (hear: (event: InspectionEvent) => void) => (actor: AnyActorRef) => void actor.system.inspect(hear)
const report = (what: string, value: number, unit: string, most: number) =>
  console.log(`${what.padEnd(44)} ${value.toFixed(2).padStart(8)} ${unit} (wanted: below ${most})`)

cost()
const bare = cost()
report('the closed seam', cost(enlist) - bare, 'µs an event', 2)
const stop = listen(() => {})
report('XState, once somebody looks', cost(enlist) - bare, 'µs an event', 30)
stop()
const recorder = createRecorder({ version: 'a', page: () => '/' })
report('open, more than without, 50 rows', cost(hearing(recorder.hear)) - bare, 'µs an event', 30)

const collect = globalThis.gc
if (collect) {
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = createRecorder({ version: 'a', page: () => '/' })
  const actor = createActor(list, { inspect: kept.hear }).start()
  // Ten minutes of somebody who does ten things a second.
  for (let at = 0; at < 6000; at++) actor.send({ type: 'moved', at })
  collect()
  report(
    `ten minutes, ${kept.read().steps.length} steps kept`,
    (process.memoryUsage().heapUsed - before) / 1e6,
    'MB',
    10,
  )
}

const built = 'dist/app/assets'
const size = (match: RegExp) =>
  readdirSync(built)
    .filter((name) => match.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(`${built}/${name}`), { level: 9 }).length, 0) / 1000
const own = readdirSync(built).filter(
  (name) => /\.js$/.test(name) && /atelier-recording|inspector\.title/.test(readFileSync(`${built}/${name}`, 'utf8')),
)
report(
  'lazy, scripts with all layouts, both languages',
  own.reduce((sum, name) => sum + size(new RegExp(`^${name}$`)), 0) + size(/^open-.*\.js$/),
  'kB',
  45,
)
