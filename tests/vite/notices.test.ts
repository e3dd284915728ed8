import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUNDLED_PACKAGES_FILE, formatNotice, listPackages, NOTICE_FILE, writeNotices } from '../../vite/notices.ts'

let root: string
const write = async (path: string, text: string) => {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), text)
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-notices-'))
  const packages = {
    '': { name: 'own' },
    'node_modules/shipped': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/tool': { version: '2.0.0', license: 'MIT', dev: true },
    'node_modules/@a/served': { version: '3.0.0', license: 'Apache-2.0' },
    'node_modules/@a/served/node_modules/deep': { version: '4.0.0' },
    'node_modules/twin': { version: '5.0.0', license: 'MIT' },
    'node_modules/other-system': { version: '6.0.0', license: 'MIT', optional: true },
    'node_modules/silent': { version: '7.0.0', license: 'ISC' },
  }
  await write('package-lock.json', JSON.stringify({ packages }))
  for (const [packagePath, { version }] of Object.entries(packages) as [string, { version?: string }][])
    if (packagePath && !packagePath.includes('other-system'))
      await write(
        `${packagePath}/package.json`,
        JSON.stringify({ name: packagePath.split('node_modules/').at(-1), version, main: 'index.js' }),
      )
  await write('node_modules/shipped/index.js', 'export const shipped = "shipped"')
  await write('node_modules/shipped/LICENSE', 'Text of MIT by shipped.')
  await write('node_modules/tool/LICENSE', 'Text of tool.')
  await write('node_modules/@a/served/LICENCE.md', 'Text of Apache.')
  await write('node_modules/@a/served/NOTICE', 'Notice of served.')
  await write('node_modules/@a/served/node_modules/deep/package.json', '{"licenses":[{"type":"BSD"},{"type":"MIT"}]}')
  await write('node_modules/@a/served/node_modules/deep/COPYING', 'Text of MIT by shipped.')
  await write('node_modules/twin/README.md', '# Twin\n\nIt is.\n\n## License\n\nMIT, by Twin.\n\n## More\n\nNo.')
  await write('main.js', 'import { shipped } from "shipped"\nconsole.log(shipped)')
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('lists all packages that the client ships or the server uses, and removes Vite’s own list', async () => {
  const output = (await build({
    root,
    logLevel: 'silent',
    configFile: false,
    plugins: [writeNotices(root)],
    build: {
      write: false,
      license: { fileName: BUNDLED_PACKAGES_FILE },
      rolldownOptions: { input: join(root, 'main.js') },
    },
  })) as { output: { fileName: string; source?: unknown }[] }
  const files = output.output.map(({ fileName }) => fileName)
  expect(files).toContain(NOTICE_FILE)
  expect(files).not.toContain(BUNDLED_PACKAGES_FILE)
  const text = String(output.output.find(({ fileName }) => fileName === NOTICE_FILE)?.source)
  expect(text).toContain('These 5 packages')
  // A text that two packages share occurs once, under both packages.
  expect(text).toContain('deep 4.0.0 (BSD OR MIT)\nshipped 1.0.0 (MIT)\n\nText of MIT by shipped.')
  expect(text.split('Text of MIT by shipped.')).toHaveLength(2)
  expect(text).toContain('@a/served 3.0.0 (Apache-2.0)\n\nText of Apache.\n\nNotice of served.')
  expect(text).toContain('silent 7.0.0 (ISC)\n\nThe package does not include its licence text.')
  expect(text).toContain('twin 5.0.0 (MIT)\n\n## License\n\nMIT, by Twin.')
  expect(text).not.toMatch(/tool|other-system|## More/)
})

test('fails a build that ships an unknown package', () => {
  expect(() => listPackages(root, [{ name: 'stranger', version: '1.0.0' }])).toThrow('has no entry for stranger@1.0.0')
})

describe('the notices of this product', () => {
  const packages = listPackages('.', [])

  test('state a licence for every package, and the licence text for more than 95 % of packages', () => {
    expect(packages.length).toBeGreaterThan(200)
    const withoutLicenceText = packages.filter(
      ({ licence, text }) => licence === 'see its text' && !/licen[cs]e/i.test(text),
    )
    expect(withoutLicenceText).toEqual([])
    expect(packages.filter(({ licence }) => !/^[\w.()+ -]+$/.test(licence))).toEqual([])
    const withoutText = packages.filter(({ text }) => text === '')
    expect(withoutText.length / packages.length).toBeLessThan(0.05)
  })

  test('name all packages with versions, and contain the licences of the font and of Draco', () => {
    const text = formatNotice(packages)
    for (const { name, version } of packages) expect(text).toContain(`${name} ${version} (`)
    for (const name of ['three', 'hono', 'react', '@electric-sql/pglite', '@fontsource-variable/geist-mono', 'sharp'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(text).toContain('SIL OPEN FONT LICENSE')
    expect(text).toContain('Draco 3D Data Compression')
  })
})
