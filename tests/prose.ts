import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkProse } from './support/prose.ts'

/** Files that are not checked, because they contain samples of violations. */
const SAMPLES = ['tests/support/prose.ts', 'tests/support/prose.test.ts']

const files = ['bench', 'demo', 'server', 'src', 'tests', 'viewer', 'vite']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((file) => /(?<!\.gen|\.d)\.tsx?$/.test(file) && !file.includes('node_modules') && !SAMPLES.includes(file))
  .sort()

const findings = files.flatMap((file) => checkProse(file, readFileSync(file, 'utf8')))
for (const { file, line, rule, text } of findings) console.error(`${file}:${line} ${rule}: ${text}`)
console.log(`plain English: ${files.length} files, ${findings.length} findings`)
if (findings.length > 0) process.exitCode = 1
