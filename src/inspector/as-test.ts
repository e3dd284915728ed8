import type { Masked } from './mask.ts'
import { type Recording, stateText, typeOf } from './recording.ts'

/** Machines that are made by a function, and those whose file is named otherwise. */
const MADE = ['list', 'spawn']

/**
 * The story of one actor as a test of its machine, with stand-ins for all that it runs: `null` where its beginning was not
 * recorded. What the page put in as functions is not in a recording; who copies it puts those back.
 */
export function asTest(recording: Recording, actor: string): string | null {
  const seen = recording.actors.find(({ id }) => id === actor)
  const [first, ...steps] = recording.steps.filter((step) => step.actor === actor)
  if (!seen?.machine || !/^\w+$/.test(seen.machine) || !first || typeOf(first) !== 'xstate.init') return null
  const { machine } = seen
  const name = MADE.includes(machine)
    ? `create${machine[0]!.toUpperCase()}${machine.slice(1)}Machine`
    : `${machine}Machine`
  const begun = MADE.includes(machine) ? `${name}()` : name
  const { input } = first.event as { input?: Masked }
  const lines = steps
    .filter((step) => step.status !== 'stopped')
    .flatMap((step) => [
      `  vi.setSystemTime(${step.at})`,
      `  walk.happens(${code(happening(step.event))})`,
      `  expect(stateOf()).toBe(${code(stateText(step.value))})`,
    ])
  return `// Recorded from ${code(recording.app.page)}, version ${code(recording.app.version)}.
${brings('expect, test, vi', 'vitest')}
${brings(name, `../../src/machines/${machine}.machine.ts`)}
${brings('writtenState', '../support/model/describe.ts')}
${brings('startWalk', '../support/walk.ts')}

test('${machine} goes the way that was recorded', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: ${first.at} })
  const walk = startWalk(${begun}${input === undefined || input === null ? '' : `, { input: ${code(input)} as never }`})
  const stateOf = () => writtenState(walk.actor.getSnapshot().value)
  expect(stateOf()).toBe(${code(stateText(first.value))})
${lines.join('\n')}
  vi.useRealTimers()
})
`
}

const brings = (name: string, from: string) => `import { ${name} } from '${from}'`

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

/** A value as code that says nothing but the value: no text in it ends its quotes, or a script it may stand in. */
function code(value: Masked | Failure): string {
  if (typeof value === 'object' && value !== null && 'isFailure' in value) {
    const { type, error } = value as Failure
    const { message = '', ...facts } = (typeof error === 'object' && error !== null ? error : {}) as Record<
      string,
      Masked
    >
    return `{ type: ${quoted(type)}, error: Object.assign(new Error(${quoted(message)}), ${quoted(facts)}) } as never`
  }
  const text = quoted(value as Masked)
  return typeof value === 'object' ? `${text} as never` : text
}

const quoted = (value: Masked): string =>
  JSON.stringify(value)
    .replace(/[<\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/"__proto__":/g, '["__proto__"]:')
