import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import { CALLS } from './contract-fields.ts'

export interface CallRow {
  /** For example "PATCH /v1/assets/{id}". */
  call: string
  /** Function of the client, for example "assets.update". */
  client: string
  /** Path of the private counterpart for admins, if any. */
  privatePath: string | undefined
  access: string
  handler: string | undefined
  /** Files of the tests that name the call. Excludes tests that are generated for every call. */
  tests: readonly string[]
}

const HANDLERS = 'server/handlers'
const CONTRACT = 'src/api/contract'
/**
 * Folders with tests of the server, alone or together with the client. `tests/api/contract` and {@link GENERATED} are excluded,
 * because their tests cover every call.
 */
const TESTS = ['tests/server', 'tests/soak', 'tests/api', 'tests/journeys']
const GENERATED = new Set([
  'tests/server/authorisation.test.ts',
  'tests/server/call-table.test.ts',
  'tests/server/every-call.test.ts',
  'tests/server/handlers/private.test.ts',
  'tests/server/secrets.test.ts',
  'tests/server/text-fields.test.ts',
])

/** Returns every call of the contract. A private counterpart shares the row of its public call. */
export async function buildCallTable(): Promise<CallRow[]> {
  const handlers = await mapHandlerFiles()
  const tests = listTestFiles()
  const privateEndpoints = new Map(
    CALLS.filter(({ name }) => isPrivateTwin(name)).map(({ name, endpoint }) => [name, endpoint]),
  )
  return CALLS.filter(({ name }) => !isPrivateTwin(name)).map(({ name, endpoint }) => {
    const privateTwin = privateEndpoints.get(getPrivateTwinName(name))
    return {
      call: `${endpoint.method} /${endpoint.path}`,
      client: name,
      privatePath: privateTwin && `/${privateTwin.path}`,
      access: typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(' '),
      handler: handlers.get(endpoint),
      tests: tests.filter(({ text }) => isCalledIn(text, name, endpoint)).map(({ file }) => file),
    }
  })
}

export const renderCallTable = (rows: readonly CallRow[]): string =>
  [
    '| call | client | private twin | right | handler | tests of its own |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ call, client, privatePath, access, handler, tests }) =>
        `| \`${call}\` | \`${client}\` | ${privatePath ? `\`${privatePath}\`` : '–'} | ${access} | ${handler ?? '–'} | ${tests.map((testFile) => testFile.replace(/^tests\//, '').replace(/\.test\.tsx?$/, '')).join(', ')} |`,
    ),
  ].join('\n')

const getPrivateTwinName = (name: string) => `private${name[0]!.toUpperCase()}${name.slice(1)}`
const NAMES = new Set(CALLS.map(({ name }) => name))
/** Returns whether a private call has a public counterpart. Other private calls have their own rows. */
const isPrivateTwin = (name: string) => /^private[A-Z]/.test(name) && NAMES.has(name[7]!.toLowerCase() + name.slice(8))

/** Maps each endpoint to the file of its handler, found by the type `ServiceHandlers<typeof …>`. */
async function mapHandlerFiles(): Promise<Map<Endpoint, string>> {
  const found = new Map<Endpoint, string>()
  for (const name of readdirSync(HANDLERS)) {
    const file = join(HANDLERS, name)
    const text = readFileSync(file, 'utf8')
    for (const [, services] of text.matchAll(/: ServiceHandlers<([^>]+)>/g))
      for (const [, local] of services!.matchAll(/typeof (\w+)/g))
        for (const endpoint of await importEndpoints(text, local!)) found.set(endpoint, file)
  }
  return found
}

/** Returns the endpoints of a service that a file imports from the contract as `local`. Throws if there is no such import. */
async function importEndpoints(text: string, local: string): Promise<Endpoint[]> {
  for (const [, names, from] of text.matchAll(
    /import (?:type )?\{([^}]+)\} from '[^']*api\/contract\/([\w-]+)\.ts'/g,
  )) {
    const imported = names!.split(',').map((specifier) => specifier.trim().replace(/^type /, ''))
    const match = imported.map((name) => name.split(' as ')).find((name) => name.at(-1) === local)
    if (!match) continue
    const module = (await import(/* @vite-ignore */ `../../${CONTRACT}/${from}.ts`)) as Record<string, object>
    return Object.values(module[match[0]!]!) as Endpoint[]
  }
  throw new Error(`'${local}' is not imported from the contract`)
}

function listTestFiles(): { file: string; text: string }[] {
  return TESTS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => relative('.', file))
    .filter((file) => !GENERATED.has(file) && !file.startsWith('tests/api/contract/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

/**
 * Returns whether a test calls an endpoint: by client function (also destructured), or by method and path with any parameters.
 */
function isCalledIn(text: string, name: string, { method, path }: Endpoint): boolean {
  const address = path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/\'"`?\\s]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  const [service, call] = name.split('.')
  return (
    new RegExp(`\\b${service}\\s*\\.${call}\\b`).test(text) ||
    new RegExp(`\\{[^{}]*\\b${call}\\b[^{}]*\\} = [\\w.]*\\b${service}\\n`).test(text) ||
    new RegExp(`\\b${method} /?${address}(?=['"\`?\\s])`).test(text)
  )
}
