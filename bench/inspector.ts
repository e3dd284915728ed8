/**
 * Measures the cost of the inspector: `npx tsx --expose-gc bench/inspector.ts`, after `npm run build`. Sizes are gzip. Times are
 * the best of nine rounds and comparable only within one run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type AnyActorRef, assign, createActor, type InspectionEvent, setup } from 'xstate'
import { registerActor } from '../src/actor-registry.ts'
import { observeActors } from '../src/inspector/observe-actors.ts'
import { createRecorder } from '../src/inspector/recorder.ts'

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

/** Returns the CPU time per event in microseconds, the best of several rounds, which excludes other load. */
function measureCost(attach: (actor: AnyActorRef) => void = () => {}): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const actor = createActor(list)
    attach(actor)
    actor.start()
    const usageBefore = process.cpuUsage()
    for (let at = 0; at < EVENTS; at++) actor.send({ type: 'moved', at })
    const { user, system } = process.cpuUsage(usageBefore)
    return (user + system) / EVENTS
  })
  return Math.min(...rounds)
}

const inspectWith = (listener: (event: InspectionEvent) => void) => (actor: AnyActorRef) =>
  void actor.system.inspect(listener)
const report = (label: string, value: number, unit: string, max: number) =>
  console.log(`${label.padEnd(44)} ${value.toFixed(2).padStart(8)} ${unit} (wanted: below ${max})`)

measureCost()
const baseline = measureCost()
report('inspector closed', measureCost(registerActor) - baseline, 'µs an event', 2)
const stop = observeActors(() => {})
report('XState, with an observer', measureCost(registerActor) - baseline, 'µs an event', 30)
stop()
const recorder = createRecorder({ version: 'a', page: () => '/' })
report('open, added cost with 50 rows', measureCost(inspectWith(recorder.record)) - baseline, 'µs an event', 30)

const collect = globalThis.gc
if (collect) {
  collect()
  const before = process.memoryUsage().heapUsed
  const longRecorder = createRecorder({ version: 'a', page: () => '/' })
  const actor = createActor(list, { inspect: longRecorder.record }).start()
  // Ten minutes of a user with ten actions per second.
  for (let at = 0; at < 6000; at++) actor.send({ type: 'moved', at })
  collect()
  report(
    `ten minutes, ${longRecorder.read().steps.length} steps kept`,
    (process.memoryUsage().heapUsed - before) / 1e6,
    'MB',
    10,
  )
}

const assetsFolder = 'dist/app/assets'
const gzipKb = (match: RegExp) =>
  readdirSync(assetsFolder)
    .filter((name) => match.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(`${assetsFolder}/${name}`), { level: 9 }).length, 0) / 1000
const inspectorScripts = readdirSync(assetsFolder).filter(
  (name) =>
    /\.js$/.test(name) && /atelier-recording|inspector\.title/.test(readFileSync(`${assetsFolder}/${name}`, 'utf8')),
)
report(
  'lazy, scripts with all layouts, both languages',
  inspectorScripts.reduce((sum, name) => sum + gzipKb(new RegExp(`^${name}$`)), 0) + gzipKb(/^open-.*\.js$/),
  'kB',
  45,
)
