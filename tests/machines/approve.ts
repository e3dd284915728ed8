/**
 * Writes the approved records of machines, and prints what changes: `npm run machines:approve -- NAME… [--all]`. Without names,
 * `--all` writes the records of all machines.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findModelFiles } from '../../vite/machine-files.ts'
import { approvedRecordPath, formatApprovedRecord } from '../support/model/approved-record.ts'
import type { MachineModels } from '../support/model/model.ts'
import { countChangedLines, summarizeRecordChange } from '../support/model/record-change.ts'

/** Number of changed lines of a record that a person can review. */
const MAX_CHANGED_LINES = 200

const files = findModelFiles()

async function loadModels(name: string): Promise<MachineModels> {
  const exported: Record<string, unknown> = await import(resolve(files.get(name)!))
  const models = Object.values(exported).find(
    (value) => typeof value === 'object' && value !== null && 'models' in value,
  )
  if (models === undefined) throw new Error(`${files.get(name)} exports no models`)
  return models as MachineModels
}

/** Writes one record and returns whether it was written. A large change is written only if `acceptsLarge`. */
async function approve(name: string, acceptsLarge: boolean): Promise<boolean> {
  const file = approvedRecordPath(name)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const after = formatApprovedRecord(await loadModels(name))
  if (after === before) {
    console.log(`${name}: no change`)
    return true
  }
  const changed = before === undefined ? 0 : countChangedLines(before, after)
  console.log(`${name}: ${before === undefined ? 'new' : `${changed} changed lines`}`)
  for (const line of summarizeRecordChange(before ?? '', after)) console.log(`  ${line}`)
  if (changed > MAX_CHANGED_LINES && !acceptsLarge) {
    console.error(`${name}: not written. Add --all to accept more than ${MAX_CHANGED_LINES} changed lines.`)
    return false
  }
  writeFileSync(file, after)
  return true
}

const known = [...files.keys()]
const args = process.argv.slice(2)
const acceptsLarge = args.includes('--all')
const requested = args.filter((arg) => !arg.startsWith('--'))
const unknown = [...requested.filter((name) => !known.includes(name)), ...args.filter((arg) => /^--(?!all$)/.test(arg))]
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The machines are ${known.join(', ')}.`)
  process.exitCode = 2
} else if (requested.length === 0 && !acceptsLarge) {
  console.error(
    'Name the machines whose records to write, as in npm run machines:approve -- list, or add --all for all of them.',
  )
  process.exitCode = 2
} else
  for (const name of requested.length > 0 ? requested : known)
    if (!(await approve(name, acceptsLarge))) process.exitCode = 1
