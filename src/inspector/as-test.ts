import { FILE, type Masked } from './mask.ts'
import { type Recording, type Step, stateText, typeOf } from './recording.ts'

/** Machines that are made by a function, and those whose file is named otherwise. */
const MADE = ['list', 'spawn']

/** What stands in for what a page puts in as functions, which are in no recording: an order for every field, a schema that finds no fault. */
const PUT_IN: Readonly<Record<string, string>> = {
  'list.sorting': '{ fieldsOf: () => [], orderOf: () => ({}) }',
  'list.heldOf': '() => undefined',
  'list.staleAfter': '() => 1',
  'form.schema': 'v.any()',
}

/**
 * The story of one actor as a test of its machine, with stand-ins for all that it runs: `null` where its beginning was not
 * recorded. With `upTo` it ends with that step. What the page put in as functions is not in a recording: where more than a stand-in is needed, who copies it puts
 * those back.
 */
export function asTest(recording: Recording, actor: string, upTo: number | null = null): string | null {
  const seen = recording.actors.find(({ id }) => id === actor)
  const [first, ...steps] = recording.steps.filter((step) => step.actor === actor && (upTo === null || step.n <= upTo))
  if (!seen?.machine || !/^\w+$/.test(seen.machine) || !first || typeOf(first) !== 'xstate.init') return null
  const { machine } = seen
  const name = MADE.includes(machine)
    ? `create${machine[0]!.toUpperCase()}${machine.slice(1)}Machine`
    : `${machine}Machine`
  const begun = MADE.includes(machine) ? `${name}()` : name
  const { input } = first.event as { input?: Masked }
  const lived = livedOf(steps)
  const same = sameIn(lived.map(({ event }) => event))
  const held = [...same].map(([value, name]) => `const ${name} = ${quoted(value)}\n`).join('')
  const lines = lived.flatMap((step) => [
    `  vi.setSystemTime(${step.at})`,
    `  walk.happensAlone(${code(happening(step.event), same)})`,
    `  expect(stateOf()).toBe(${code(stateText(step.value))})`,
  ])
  const body = lines.join('\n')
  const begins = input === undefined || input === null ? '' : `, { input: ${inputCode(machine, input)} as never }`
  return `// Recorded from ${code(recording.app.page)}, version ${code(recording.app.version)}.
${begins.includes('v.any()') ? "import * as v from 'valibot'\n" : ''}${brings('expect, test, vi', 'vitest')}
${body.includes('ApiError.prototype') ? `${brings('ApiError', '../../src/api/contract/errors.ts')}\n` : ''}${brings(name, `../../src/machines/${machine}.machine.ts`)}
${brings('writtenState', '../support/model/describe.ts')}
${brings('startWalk', '../support/walk.ts')}
${held && `\n${held}`}
test('${machine} goes the way that was recorded', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: ${first.at} })
  const walk = startWalk(${begun}${begins})
  const stateOf = () => writtenState(walk.actor.getSnapshot().value)
  expect(stateOf()).toBe(${code(stateText(first.value))})
${body}
  vi.useRealTimers()
})
`
}

/** The steps that led to where it stands: what was left behind to go on from an earlier step is no part of it. */
function livedOf(steps: readonly Step[]): Step[] {
  const lived: Step[] = []
  for (const step of steps) {
    if (step.status === 'stopped') continue
    if (typeOf(step) !== 'inspector.resumed') lived.push(step)
    else {
      const from = Number((step.event as { step?: Masked }).step)
      lived.splice(lived.findLastIndex(({ n }) => n <= from) + 1)
    }
  }
  return lived
}

const brings = (name: string, from: string) => `import { ${name} } from '${from}'`

/** What it began with as code: what holds functions is stood in for, or said to be missing. */
function inputCode(machine: string, input: Masked): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return quoted(input)
  const entries = Object.entries(input).map(([key, value]) => {
    const told = quoted(value)
    const given = told.includes('"ƒ"') ? (PUT_IN[`${machine}.${key}`] ?? 'undefined /* put it back */') : told
    return `[${quoted(key)}]: ${given}`
  })
  return `{ ${entries.join(', ')} }`
}

/** What a stand-in is told: a failure is an error again. */
function happening(event: Masked): Masked | Failure {
  const { type, error } = event as { type: string; error?: Masked }
  if (!type.startsWith('xstate.error.actor.')) return event
  return { type, error: error ?? null, isFailure: true }
}

interface Failure {
  type: string
  error: Masked
  isFailure: true
}

/** What more than one event held: guards may ask whether it is the very same. By the name that it has in the test. */
function sameIn(events: readonly Masked[]): Map<Masked, string> {
  const held = events.flatMap((event) =>
    typeof event === 'object' && event !== null ? Object.values(event).filter(isObject) : [],
  )
  const often = [...new Set(held.filter((it, at) => held.indexOf(it) !== at))]
  return new Map(often.map((it, at) => [it, `same${at + 1}`]))
}

const isObject = (value: Masked): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as code that says nothing but the value: no text in it ends its quotes, or a script it may stand in. */
function code(value: Masked | Failure, same: ReadonlyMap<Masked, string> = new Map()): string {
  if (typeof value === 'object' && value !== null && 'isFailure' in value) {
    const { type, error } = value as Failure
    const { message = '', ...facts } = (typeof error === 'object' && error !== null ? error : {}) as Record<
      string,
      Masked
    >
    // Guards ask whether it is one of ours.
    const isOurs = facts['error'] === 'ApiError'
    const made = isOurs
      ? `Object.assign(Object.create(ApiError.prototype), ${quoted({ ...facts, message })})`
      : `Object.assign(new Error(${quoted(message)}), ${quoted(facts)})`
    return `{ type: ${quoted(type)}, error: ${made} } as never`
  }
  const text = isObject(value as Masked) ? withNames(value as object, same) : quoted(value as Masked)
  return typeof value === 'object' ? `${text} as never` : text
}

const withNames = (value: object, same: ReadonlyMap<Masked, string>): string => {
  const entries = Object.entries(value as Record<string, Masked>)
  if (!entries.some(([, item]) => same.has(item))) return quoted(value as Masked)
  return `{ ${entries.map(([key, item]) => `[${quoted(key)}]: ${same.get(item) ?? quoted(item)}`).join(', ')} }`
}

const quoted = (value: Masked): string =>
  JSON.stringify(value)
    // A file is one again, as long as it was and of its type, of nothing.
    .replace(/"((?:File|Blob) \([^"]*\))"(?!:)/g, (text, told: string) => fileCode(FILE.exec(told)) ?? text)
    .replace(/[<\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/"__proto__":/g, '["__proto__"]:')

function fileCode(file: RegExpExecArray | null): string | null {
  if (!file) return null
  const [, kind, size, type] = file
  const options = type === undefined ? '' : `, { type: '${type}' }`
  return kind === 'Blob'
    ? `new Blob([new Uint8Array(${size})]${options})`
    : `new File([new Uint8Array(${size})], 'file'${options})`
}
