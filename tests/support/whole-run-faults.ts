import { contract } from '../../src/api/contract/index.ts'
import { FLOORS, type Floor, LOWER } from './floors.ts'
import type { Seen } from './seen.ts'

/** The shares of a file's lines and branches that were run, in percent, and how many branches were not. */
export interface Covered extends Floor {
  missed: number
}

/** So many branches are no fault: of a file with four, one that only the types ask for (`?? ''`) is a quarter. */
const FEW = 3

const reaches = ({ lines, branches, missed }: Covered, floor: Floor) =>
  lines >= floor.lines && (branches >= floor.branches || missed <= FEW)

/** What is wrong with the coverage of a whole run, as sentences: files below their floor, and exceptions nobody needs. */
export function faultsOfCoverage(
  covered: Readonly<Record<string, Covered>>,
  isThere: (file: string) => boolean,
  floors = FLOORS,
  lower = LOWER,
): string[] {
  const low = Object.entries(covered).flatMap(([file, it]) => {
    const floor = lower[file] ?? floors.find(([room]) => room.test(file))?.[1]
    if (!floor || reaches(it, floor)) return []
    return [`${file}: ${shown(it)} were run, and ${shown(floor)} are wanted`]
  })
  const needless = Object.keys(lower).flatMap((file) => {
    if (!isThere(file)) return [`${file}: has a floor of its own and is not there`]
    const room = floors.find(([it]) => it.test(file))?.[1]
    const it = covered[file]
    return room && it && reaches(it, room) ? [`${file}: reaches the floor of its room, and needs none of its own`] : []
  })
  return [...low, ...needless]
}

const shown = ({ lines, branches }: Floor) => `${lines} % of lines and ${branches} % of branches`

/** What a whole run has not seen, as sentences. */
export function faultsOfSeen(seen: readonly Seen[], machines: readonly string[]): string[] {
  const calls = new Set(seen.flatMap((it) => it.calls))
  const followed = new Set(seen.flatMap((it) => it.machines))
  const endpoints = Object.entries(contract).flatMap(([service, them]) =>
    Object.keys(them).map((name) => `${service}.${name}`),
  )
  return [
    ...endpoints.filter((name) => !calls.has(name)).map((name) => `${name}: no test had it answered by the server`),
    ...machines.filter((name) => !followed.has(name)).map((name) => `${name}: no test followed its approved record`),
  ]
}
