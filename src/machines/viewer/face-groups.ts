import { normalizeName } from './face-names.ts'

/** Patterns of morph target names by part of the face. The first match wins. */
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

/** Display order of the groups, from top to bottom. */
const ORDER: readonly FaceGroup[] = ['brows', 'eyes', 'cheeks', 'mouth', 'jaw', 'tongue', 'visemes', 'others']

/** Groups morph targets by part of the face. Omits empty groups and preserves the order of names. */
export function groupMorphTargets(targets: readonly string[]): { group: FaceGroup; names: string[] }[] {
  const groupOf = (name: string): FaceGroup => {
    // Tested on the raw name, because normalizeName() would strip `viseme` as a tool's prefix.
    if (/^viseme/i.test(name)) return 'visemes'
    return GROUPS.find(([, pattern]) => pattern.test(normalizeName(name)))?.[0] ?? 'others'
  }
  return ORDER.map((group) => ({ group, names: targets.filter((name) => groupOf(name) === group) })).filter(
    ({ names }) => names.length > 0,
  )
}
