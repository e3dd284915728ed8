import { afterAll } from 'vitest'
import { contract } from '../../src/api/contract/index.ts'

/** Coverage of one test file, reported to `whole-run-reporter.ts`, which combines the coverage of all files. */
export interface ExercisedNames {
  /** Endpoints that were called over HTTP and responded with success, for example "assets.list". */
  calls: readonly string[]
  /** Machines that passed their whole approved record. */
  machines: readonly string[]
}

declare module 'vitest' {
  interface TaskMeta {
    exercised?: ExercisedNames
  }
}

interface SharedRecord {
  atelierExercised?: { calls: Set<string>; machines: Set<string> }
}

// The state is global, because a process evaluates this module for each test file, while cached modules use the first instance.
const sharedRecord = globalThis as SharedRecord
sharedRecord.atelierExercised ??= { calls: new Set(), machines: new Set() }
const { calls, machines } = sharedRecord.atelierExercised

export const recordMachine = (machine: string): void => void machines.add(machine)

export function recordResponse(method: string, url: string, { ok }: Response): void {
  const call = ok ? endpointNameFor(method, new URL(url).pathname) : undefined
  if (call) calls.add(call)
}

const countPlaceholders = (path: string) => path.split('{').length

// Literal path segments take precedence over parameters, as on the server.
const endpoints = Object.entries(contract)
  .flatMap(([service, endpointsOfService]) =>
    Object.entries(endpointsOfService).map(([name, { method, path }]) => ({
      name: `${service}.${name}`,
      method,
      path,
    })),
  )
  .sort((one, other) => countPlaceholders(one.path) - countPlaceholders(other.path))
  .map((endpoint) => ({
    ...endpoint,
    shape: new RegExp(`^/${endpoint.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

export const endpointNames: readonly string[] = endpoints.map(({ name }) => name)

export const endpointNameFor = (method: string, path: string): string | undefined =>
  endpoints.find((endpoint) => endpoint.method === method && endpoint.shape.test(path))?.name

// biome-ignore lint/correctness/noEmptyPattern: Vitest passes the file as the second argument
afterAll(({}, file) => {
  file.meta.exercised = { calls: [...calls], machines: [...machines] }
})
