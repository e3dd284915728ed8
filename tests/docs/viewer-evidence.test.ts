import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TEXT_OPTIONS } from '../../src/ui/viewer/embed/options.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const page = read('docs/viewer-evidence.md')
const reference = read('docs/reference/viewer-options.md')

/** Names of the viewer options that the specification defines. */
const SPECIFIED =
  /^(?:src|alt|poster|environment|scale|position|fit|shadows|float|snap|lock-vertical|zoom|turntable|tools|emotion|wireframe|skeleton|decoder-path|allow-external|clip-(?:playing|time)|(?:occlusion|spawn)(?:-[a-z]+)*)$/

/** Returns the names in the first cells of the table under a heading. */
const namesUnder = (heading: string) =>
  (page.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name!))

describe('the evidence of viewer options beyond the specification', () => {
  test('has a row for each option that is not in the specification', () => {
    const options = TEXT_OPTIONS.map(({ name }) => name).filter((name) => !SPECIFIED.test(name))
    expect(namesUnder('Options').toSorted()).toEqual(options.toSorted())
  })

  test('refers to a reference page that lists every option', () => {
    const documented = [...reference.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!),
    )
    expect(documented.toSorted()).toEqual(TEXT_OPTIONS.map(({ name }) => name).toSorted())
  })

  test('has a row for each method of the studio in viewer/README.md', () => {
    const studio = read('viewer/README.md').split('`studio()` →')[1]?.split('Films are made')[0] ?? ''
    const methods = [...studio.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name)
    expect(methods.length).toBeGreaterThan(5)
    expect(methods.filter((name) => !namesUnder('Methods and events').includes(name!))).toEqual([])
  })
})
