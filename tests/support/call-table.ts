import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import { CALLS } from './contract-fields.ts'

/** One call with where it is answered and tried. */
export interface CallRow {
  /** Such as "PATCH /v1/assets/{id}". */
  call: string
  /** The client's function, such as "assets.update". */
  client: string
  /** The path of its twin for admins, where it has one. */
  twin: string | undefined
  /** Who may call, in the contract's words. */
  right: string
  /** The file whose handlers answer it. */
  handler: string | undefined
  /** The tests that name it themselves, beside those that are generated for every call. */
  tests: readonly string[]
}

const HANDLERS = 'server/handlers'
const CONTRACT = 'src/api/contract'
/** Tests of the server and of the client over it; `tests/api/contract` and {@link GENERATED} name every call. */
const TESTS = ['tests/server', 'tests/soak', 'tests/api', 'tests/journeys']
const GENERATED = new Set([
  'tests/server/authorisation.test.ts',
  'tests/server/call-table.test.ts',
  'tests/server/every-call.test.ts',
  'tests/server/handlers/private.test.ts',
  'tests/server/secrets.test.ts',
  'tests/server/text-fields.test.ts',
])

/** Every call of the contract but the twins, which stand beside theirs. */
export async function callTable(): Promise<CallRow[]> {
  const handlers = await handlerFiles()
  const tests = testFiles()
  const twins = new Map(CALLS.filter(({ name }) => isTwin(name)).map(({ name, endpoint }) => [name, endpoint]))
  return CALLS.filter(({ name }) => !isTwin(name)).map(({ name, endpoint }) => {
    const twin = twins.get(twinOf(name))
    return {
      call: `${endpoint.method} /${endpoint.path}`,
      client: name,
      twin: twin && `/${twin.path}`,
      right: typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(' '),
      handler: handlers.get(endpoint),
      tests: tests.filter(({ text }) => isAskedIn(text, name, endpoint)).map(({ file }) => file),
    }
  })
}

/** The table as people read it. */
export const callPage = (rows: readonly CallRow[]): string =>
  [
    '| call | client | private twin | right | handler | tests of its own |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ call, client, twin, right, handler, tests }) =>
        `| \`${call}\` | \`${client}\` | ${twin ? `\`${twin}\`` : '–'} | ${right} | ${handler ?? '–'} | ${tests.map((it) => it.replace(/^tests\//, '').replace(/\.test\.tsx?$/, '')).join(', ')} |`,
    ),
  ].join('\n')

const twinOf = (name: string) => `private${name[0]!.toUpperCase()}${name.slice(1)}`
const NAMES = new Set(CALLS.map(({ name }) => name))
/** A private call that has a public one of its name; the others stand for themselves. */
const isTwin = (name: string) => /^private[A-Z]/.test(name) && NAMES.has(name[7]!.toLowerCase() + name.slice(8))

/** Which file answers an endpoint, by what its handlers say they are: `ServiceHandlers<typeof …>`. */
async function handlerFiles(): Promise<Map<Endpoint, string>> {
  const found = new Map<Endpoint, string>()
  for (const name of readdirSync(HANDLERS)) {
    const file = join(HANDLERS, name)
    const text = readFileSync(file, 'utf8')
    for (const [, services] of text.matchAll(/: ServiceHandlers<([^>]+)>/g))
      for (const [, local] of services!.matchAll(/typeof (\w+)/g))
        for (const endpoint of await endpointsOf(text, local!)) found.set(endpoint, file)
  }
  return found
}

/** The endpoints of a service that a file imports from the contract under a name of its own. */
async function endpointsOf(text: string, local: string): Promise<Endpoint[]> {
  for (const [, names, from] of text.matchAll(
    /import (?:type )?\{([^}]+)\} from '[^']*api\/contract\/([\w-]+)\.ts'/g,
  )) {
    const imported = names!.split(',').map((it) => it.trim().replace(/^type /, ''))
    const match = imported.map((it) => it.split(' as ')).find((it) => it.at(-1) === local)
    if (!match) continue
    const module = (await import(/* @vite-ignore */ `../../${CONTRACT}/${from}.ts`)) as Record<string, object>
    return Object.values(module[match[0]!]!) as Endpoint[]
  }
  throw new Error(`'${local}' is not imported from the contract`)
}

function testFiles(): { file: string; text: string }[] {
  return TESTS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((it) => join(folder, it)),
  )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => relative('.', file))
    .filter((file) => !GENERATED.has(file) && !file.startsWith('tests/api/contract/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

/** By the client's function, also as one of several that were taken from it, or by its address with anything in the holes. */
function isAskedIn(text: string, name: string, { method, path }: Endpoint): boolean {
  const address = path
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/\'"`?\\s]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  const [service, call] = name.split('.')
  return (
    new RegExp(`\\b${service}\\s*\\.${call}\\b`).test(text) ||
    new RegExp(`\\{[^{}]*\\b${call}\\b[^{}]*\\} = [\\w.]*\\b${service}\\n`).test(text) ||
    new RegExp(`\\b${method} /?${address}(?=['"\`?\\s])`).test(text)
  )
}
