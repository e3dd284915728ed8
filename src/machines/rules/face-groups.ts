import { plainName } from './face-names.ts'

/** What of a face a morph target moves, in the order in which they are shown; the first that fits. */
const GROUPS = [
  ['visemes', /^(?:viseme|vrc|fclmth[aiueo]$|(?:sil|pp|ff|th|dd|kk|ch|ss|nn|rr|aa|e|i|o|u|ih|oh|ou|ee)$)/],
  ['brows', /brow|fclbrw/],
  ['eyes', /eye|blink|look|lid|wink/],
  ['tongue', /tongue/],
  ['jaw', /jaw|chin/],
  ['cheeks', /cheek|nose|sneer|nostril/],
  ['mouth', /mouth|lip|smile|frown|teeth|fclmth/],
] as const satisfies readonly (readonly [string, RegExp])[]

export type FaceGroup = (typeof GROUPS)[number][0] | 'others'

/** How the groups follow each other, from above. */
const ORDER: readonly FaceGroup[] = ['brows', 'eyes', 'cheeks', 'mouth', 'jaw', 'tongue', 'visemes', 'others']

/** Morph targets by what of a face they move; groups with none are left out, names keep their order. */
export function faceGroups(targets: readonly string[]): { group: FaceGroup; names: string[] }[] {
  const groupOf = (name: string): FaceGroup => {
    // A prefix that tells visemes from the rest would be taken for a tool's.
    if (/^viseme/i.test(name)) return 'visemes'
    return GROUPS.find(([, pattern]) => pattern.test(plainName(name)))?.[0] ?? 'others'
  }
  return ORDER.map((group) => ({ group, names: targets.filter((name) => groupOf(name) === group) })).filter(
    ({ names }) => names.length > 0,
  )
}
