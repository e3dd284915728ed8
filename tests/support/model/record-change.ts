import { type ApprovedPath, parseRecord } from './approved-record.ts'
import { TARGET_ARROW } from './replay.ts'

/** Returns the number of lines that only one of two texts contains. A repeated line counts each time. */
export function countChangedLines(before: string, after: string): number {
  const counts = new Map<string, number>()
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1)
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}

/**
 * Summarises the difference of two records: transitions, guards, actions, actors, delays and emitted events that are new or gone,
 * with the number of paths that contain them.
 */
export function summarizeRecordChange(before: string, after: string): string[] {
  const [old, current] = [before, after].map(countPathsByFact) as [Map<string, number>, Map<string, number>]
  const onPaths = (count: number) => (count === 0 ? '' : `, on ${count} ${count === 1 ? 'path' : 'paths'}`)
  return [
    ...[...current].flatMap(([fact, count]) => (old.has(fact) ? [] : [`+ ${fact}${onPaths(count)}`])),
    ...[...old].flatMap(([fact, count]) => (current.has(fact) ? [] : [`- ${fact}${onPaths(count)}`])),
  ].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1))
}

/** Returns the number of paths by fact. Guards belong to no path. */
function countPathsByFact(record: string): Map<string, number> {
  const [, guardLines = ''] = /^guards\n((?: {2}.+\n)+)/m.exec(record) ?? []
  const counts = new Map(
    guardLines.split(/[,\n]/).flatMap((name) => (name.trim() ? [[`guard ${name.trim()}`, 0]] : [])),
  )
  for (const path of Object.values(parseRecord(record)).flat())
    for (const fact of new Set(listFacts(path))) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  return counts
}

const listFacts = ({ steps }: ApprovedPath): string[] =>
  steps.flatMap((step) => {
    const [head = '', ...lines] = step.trim().split('\n')
    const [label = '', target] = head.split(TARGET_ARROW)
    return [
      ...(target === undefined ? [] : [`transition ${nameEvent(label)}${TARGET_ARROW}${target}`]),
      ...lines.flatMap((line) => line.trim().split('; ')).flatMap(nameFacts),
    ]
  })

/** Returns an event without its data. */
const nameEvent = (label: string): string => /^\S+(?: (?:answers|fails|passes))?/.exec(label)![0]

function nameFacts(text: string): string[] {
  const [verb, name = ''] = text.split(' ')
  if (verb === 'does')
    return text
      .slice('does '.length)
      .split(', ')
      .map((action) => `action ${action}`)
  if (verb === 'runs') return [`actor ${name}`]
  if (verb === 'emits') return [`emitted ${name}`]
  if (verb === 'waits') return [`delay ${text.slice('waits '.length)}`]
  return []
}
