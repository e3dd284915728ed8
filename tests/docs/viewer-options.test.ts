import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TEXT_OPTIONS } from '../../src/ui/viewer/embed/options.ts'
import { hasTitle, namedTests } from '../support/named-tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const page = read('docs/viewer-options.md')

/** What the specification asks for itself, and how it is written down. */
const SPECIFIED =
  /^(?:src|alt|poster|environment|scale|position|fit|shadows|float|snap|lock-vertical|zoom|turntable|tools|emotion|wireframe|skeleton|decoder-path|allow-external|clip-(?:playing|time)|(?:occlusion|spawn)(?:-[a-z]+)*)$/

/** What stands in the first cells of the table under a heading. */
const namesUnder = (heading: string) =>
  (page.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name!))

describe('the page of what the viewer does beside the specification', () => {
  test('has each option', () => {
    const options = TEXT_OPTIONS.map(({ name }) => name).filter((name) => !SPECIFIED.test(name))
    expect(namesUnder('Options').toSorted()).toEqual(options.toSorted())
  })

  test('has each thing of the studio that viewer/README.md names', () => {
    const studio = read('viewer/README.md').split('`studio()` →')[1]?.split('Films are made')[0] ?? ''
    const methods = [...studio.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name)
    expect(methods.length).toBeGreaterThan(5)
    expect(methods.filter((name) => !namesUnder('Methods and events').includes(name!))).toEqual([])
  })

  test.each(namedTests(page))('$file: $title', ({ file, title }) => {
    expect(hasTitle(read(file), title)).toBe(true)
  })
})
