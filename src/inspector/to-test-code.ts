import machineFolders from './machine-folders.json'
import { FILE_PLACEHOLDER_PATTERN, type MaskedValue } from './mask.ts'
import { eventTypeOf, type Recording, type Step, stateText } from './recording.ts'

/** Machines created by a factory function. */
const FACTORY_MACHINES = ['list', 'spawn']

/** Placeholders for functions that a page provides and no recording contains: a sort order, a schema that accepts everything. */
const FUNCTION_STUBS: Readonly<Record<string, string>> = {
  'list.sorting': '{ fieldsOf: () => [], orderOf: () => ({}) }',
  'list.getCachedPage': '() => undefined',
  'list.staleAfter': '() => 1',
  'form.schema': 'v.any()',
}

/**
 * Generates a test from the steps of one actor, with mocks for all its children. Returns `null` if the actor's start was not
 * recorded. With `upTo` the test ends after that step. Functions provided by the page are not in the recording. If a placeholder
 * is not enough, the user has to insert the function.
 */
export function toTestCode(recording: Recording, actor: string, upTo: number | null = null): string | null {
  const recordedActor = recording.actors.find(({ id }) => id === actor)
  const [first, ...steps] = recording.steps.filter((step) => step.actor === actor && (upTo === null || step.n <= upTo))
  if (
    !recordedActor?.machine ||
    !/^[a-z][\w-]*$/.test(recordedActor.machine) ||
    !first ||
    eventTypeOf(first) !== 'xstate.init'
  )
    return null
  const { machine } = recordedActor
  const folder = (machineFolders as Partial<Record<string, string>>)[machine] ?? ''
  const root = folder ? '../../..' : '../..'
  const support = folder ? '../../support' : '../support'
  const camelCase = machine.replace(/-(\w)/g, (_, character: string) => character.toUpperCase())
  const name = FACTORY_MACHINES.includes(machine)
    ? `create${camelCase[0]!.toUpperCase()}${camelCase.slice(1)}Machine`
    : `${camelCase}Machine`
  const machineCode = FACTORY_MACHINES.includes(machine) ? `${name}()` : name
  const { input } = first.event as { input?: MaskedValue }
  const replayed = replayedSteps(steps)
  const shared = sharedValues(replayed.map(({ event }) => event))
  const declarations = [...shared].map(([value, name]) => `const ${name} = ${toLiteral(value)}\n`).join('')
  const lines = replayed.flatMap((step) => [
    `  vi.setSystemTime(${step.at})`,
    `  driver.triggerAlone(${toCode(toStubEvent(step.event), shared)})`,
    `  expect(stateOf()).toBe(${toCode(stateText(step.value))})`,
  ])
  const body = lines.join('\n')
  const inputArgument =
    input === undefined || input === null ? '' : `, { input: ${inputCode(machine, input)} as never }`
  return `// Recorded from ${toCode(recording.app.page)}, version ${toCode(recording.app.version)}.
${inputArgument.includes('v.any()') ? "import * as v from 'valibot'\n" : ''}${importLine('expect, test, vi', 'vitest')}
${body.includes('ApiError.prototype') ? `${importLine('ApiError', `${root}/src/api/contract/errors.ts`)}\n` : ''}${importLine(name, `${root}/src/machines/${folder}${machine}.machine.ts`)}
${importLine('formatState', `${support}/model/format-value.ts`)}
${importLine('startMachineDriver', `${support}/machine-driver.ts`)}
${declarations && `\n${declarations}`}
test('${machine} replays the recording', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: ${first.at} })
  const driver = startMachineDriver(${machineCode}${inputArgument})
  const stateOf = () => formatState(driver.actor.getSnapshot().value)
  expect(stateOf()).toBe(${toCode(stateText(first.value))})
${body}
  vi.useRealTimers()
})
`
}

/** Returns the steps that led to the current state, without steps undone by a return to an earlier step. */
function replayedSteps(steps: readonly Step[]): Step[] {
  const replayed: Step[] = []
  for (const step of steps) {
    if (step.status === 'stopped') continue
    if (eventTypeOf(step) !== 'inspector.resumed') replayed.push(step)
    else {
      const from = Number((step.event as { step?: MaskedValue }).step)
      replayed.splice(replayed.findLastIndex(({ n }) => n <= from) + 1)
    }
  }
  return replayed
}

const importLine = (name: string, from: string) => `import { ${name} } from '${from}'`

/** Returns the actor's input as code. Values with functions are replaced by placeholders or marked as missing. */
function inputCode(machine: string, input: MaskedValue): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return toLiteral(input)
  const entries = Object.entries(input).map(([key, value]) => {
    const valueCode = toLiteral(value)
    const entryCode = valueCode.includes('"ƒ"')
      ? (FUNCTION_STUBS[`${machine}.${key}`] ?? 'undefined /* insert the function here */')
      : valueCode
    return `[${toLiteral(key)}]: ${entryCode}`
  })
  return `{ ${entries.join(', ')} }`
}

/** Converts a failure event, so that the test creates an error again. */
function toStubEvent(event: MaskedValue): MaskedValue | Failure {
  const { type, error } = event as { type: string; error?: MaskedValue }
  if (!type.startsWith('xstate.error.actor.')) return event
  return { type, error: error ?? null, isFailure: true }
}

interface Failure {
  type: string
  error: MaskedValue
  isFailure: true
}

/**
 * Returns objects that occur in several events, with the name of their constant in the test. Guards may compare objects by
 * identity.
 */
function sharedValues(events: readonly MaskedValue[]): Map<MaskedValue, string> {
  const objects = events.flatMap((event) =>
    typeof event === 'object' && event !== null ? Object.values(event).filter(isObject) : [],
  )
  const repeated = [...new Set(objects.filter((object, index) => objects.indexOf(object) !== index))]
  return new Map(repeated.map((object, index) => [object, `shared${index + 1}`]))
}

const isObject = (value: MaskedValue): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Serialises a value as code. Escapes the value so that no text can end its quotes or an enclosing script. */
function toCode(value: MaskedValue | Failure, shared: ReadonlyMap<MaskedValue, string> = new Map()): string {
  if (typeof value === 'object' && value !== null && 'isFailure' in value) {
    const { type, error } = value as Failure
    const { message = '', ...fields } = (typeof error === 'object' && error !== null ? error : {}) as Record<
      string,
      MaskedValue
    >
    // Guards check with `instanceof ApiError`.
    const isApiError = fields['error'] === 'ApiError'
    const errorCode = isApiError
      ? `Object.assign(Object.create(ApiError.prototype), ${toLiteral({ ...fields, message })})`
      : `Object.assign(new Error(${toLiteral(message)}), ${toLiteral(fields)})`
    return `{ type: ${toLiteral(type)}, error: ${errorCode} } as never`
  }
  const text = isObject(value as MaskedValue) ? objectCode(value as object, shared) : toLiteral(value as MaskedValue)
  return typeof value === 'object' ? `${text} as never` : text
}

const objectCode = (value: object, shared: ReadonlyMap<MaskedValue, string>): string => {
  const entries = Object.entries(value as Record<string, MaskedValue>)
  if (!entries.some(([, item]) => shared.has(item))) return toLiteral(value as MaskedValue)
  return `{ ${entries.map(([key, item]) => `[${toLiteral(key)}]: ${shared.get(item) ?? toLiteral(item)}`).join(', ')} }`
}

const toLiteral = (value: MaskedValue): string =>
  JSON.stringify(value)
    // Recreates a file with the same size and type, filled with zeros.
    .replace(
      /"((?:File|Blob) \([^"]*\))"(?!:)/g,
      (text, placeholder: string) => fileCode(FILE_PLACEHOLDER_PATTERN.exec(placeholder)) ?? text,
    )
    .replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/"__proto__":/g, '["__proto__"]:')

function fileCode(file: RegExpExecArray | null): string | null {
  if (!file) return null
  const [, kind, size, type] = file
  const options = type === undefined ? '' : `, { type: '${type}' }`
  return kind === 'Blob'
    ? `new Blob([new Uint8Array(${size})]${options})`
    : `new File([new Uint8Array(${size})], 'file'${options})`
}
