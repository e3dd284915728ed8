import { afterAll } from 'vitest'
import { contract } from '../../src/api/contract/index.ts'

/** What the tests of one file did, told to `whole-run.ts`, which sums the files of all processes. */
export interface Seen {
  /** Endpoints that were called over the wire and answered with success: "assets.list". */
  calls: readonly string[]
  /** Machines that went through all of their approved record. */
  machines: readonly string[]
}

declare module 'vitest' {
  interface TaskMeta {
    seen?: Seen
  }
}

interface Kept {
  atelierSeen?: { calls: Set<string>; machines: Set<string> }
}

// A process that goes through several files runs this for each of them, while what they share keeps the first: one place for all.
const kept = globalThis as Kept
kept.atelierSeen ??= { calls: new Set(), machines: new Set() }
const { calls, machines } = kept.atelierSeen

/** A machine was seen to go as its approved record says. */
export const followed = (machine: string): void => void machines.add(machine)

/** A request that a test made was answered. */
export function answered(method: string, address: string, { ok }: Response): void {
  const call = ok ? callOf(method, new URL(address).pathname) : undefined
  if (call) calls.add(call)
}

const holes = (path: string) => path.split('{').length

// What is spelt out comes before what takes any word in its place, as on the server.
const endpoints = Object.entries(contract)
  .flatMap(([service, them]) =>
    Object.entries(them).map(([name, { method, path }]) => ({ name: `${service}.${name}`, method, path })),
  )
  .sort((one, other) => holes(one.path) - holes(other.path))
  .map((it) => ({ ...it, shape: new RegExp(`^/${it.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }))

/** The names of all endpoints. */
export const endpointNames: readonly string[] = endpoints.map(({ name }) => name)

/** The endpoint that answers a request. */
export const callOf = (method: string, path: string): string | undefined =>
  endpoints.find((it) => it.method === method && it.shape.test(path))?.name

// biome-ignore lint/correctness/noEmptyPattern: a hook is told of its file behind what it is given
afterAll(({}, file) => {
  file.meta.seen = { calls: [...calls], machines: [...machines] }
})
