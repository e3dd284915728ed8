import { expect, test } from 'vitest'
import { embedCode } from '../../../src/ui/playground/embed-code.ts'
import { sortFiles } from '../../../src/ui/playground/take-files.ts'

const options = {
  source: 'https://files.example/a.glb?x=1&y=2',
  label: 'Ines "the first"',
  environment: 'city',
  shadows: true,
  turntable: false,
  occlusion: { mode: 'AO', quality: 'High' },
} as const
const origin = 'https://atelier.example'

test('React code names each option that is not as usual', () => {
  expect(embedCode('react', options, origin)).toBe(`import { AvatarViewer } from '@atelier/viewer'

<AvatarViewer
  source="https://files.example/a.glb?x=1&y=2"
  label={"Ines \\"the first\\""}
  shadows
  turntable={false}
  occlusion={{"mode":"AO","quality":"High"}}
/>`)
  expect(embedCode('react', { source: ['/a.glb', '/b.glb'] }, origin)).toContain('source={["/a.glb","/b.glb"]}')
})

test('element code writes attributes, quoted for HTML', () => {
  expect(
    embedCode('element', options, origin),
  ).toBe(`<script type="module" src="https://atelier.example/viewer/element.js"></script>

<avatar-viewer
  src="https://files.example/a.glb?x=1&amp;y=2"
  alt="Ines &quot;the first&quot;"
  shadows
  turntable="false"
  occlusion="AO"
  occlusion-quality="High"
></avatar-viewer>`)
})

test('frame code carries everything in its address', () => {
  const code = embedCode('frame', options, origin)
  const [, address = ''] = /src="([^"]+)"/.exec(code) ?? []
  const url = new URL(address.replaceAll('&amp;', '&'))
  expect([url.pathname, url.searchParams.get('src'), url.searchParams.get('turntable')]).toEqual([
    '/embed',
    options.source,
    'false',
  ])
})

test('a frame may enter the room around where the viewer offers that, and nowhere else', () => {
  const allowed = (ar: boolean) => /allow="([^"]*)"/.exec(embedCode('frame', { ...options, ar }, origin))?.[1]
  expect(allowed(true)).toBe('fullscreen; xr-spatial-tracking')
  expect(allowed(false)).toBe('fullscreen')
})

const srcOf = (code: string) => /\bsrc="(https:\/\/[^"]+?)"\s/.exec(code.slice(code.indexOf('<avatar-viewer')))?.[1]

test.each([
  ['nothing', undefined, 'https://your-files.example/model.glb'],
  ['no model', null, 'https://your-files.example/model.glb'],
  ['an empty list', [], 'https://your-files.example/model.glb'],
  ['a list of one', ['https://files.example/a.glb'], 'https://files.example/a.glb'],
])('code says what is shown, also of %s', (_, source, src) => {
  const given = source === undefined ? { fit: true } : { source: source as never, fit: true }
  expect(srcOf(embedCode('element', given, origin))).toBe(src)
  expect(embedCode('react', given, origin)).toContain(`  source="${src}"`)
  const [, address = ''] = /src="([^"]+)"/.exec(embedCode('frame', given, origin)) ?? []
  expect(new URL(address.replaceAll('&amp;', '&')).searchParams.get('src')).toBe(src)
})

test('code says several models that are shown together, in each of the ways', () => {
  const source = ['https://files.example/a.glb', 'https://files.example/b "2".glb']
  const element = /\bsrc="(\[[^"]+)"/.exec(embedCode('element', { source }, origin))?.[1] ?? ''
  expect(JSON.parse(element.replaceAll('&quot;', '"'))).toEqual(source)
  const [, address = ''] = /src="([^"]+)"/.exec(embedCode('frame', { source }, origin)) ?? []
  expect(JSON.parse(new URL(address.replaceAll('&amp;', '&')).searchParams.get('src') ?? '')).toEqual(source)
  expect(embedCode('react', { source }, origin)).toContain(`source={${JSON.stringify(source)}}`)
})

test('dropped files are sorted by their names', () => {
  const files = ['body.GLB', 'hat.fbx', 'sky.hdr', 'notes.txt'].map((name) => new File([], name))
  const { models, panorama, refused } = sortFiles(files)
  expect([models.map(({ name }) => name), panorama?.name, refused?.name]).toEqual([
    ['body.GLB', 'hat.fbx'],
    'sky.hdr',
    'notes.txt',
  ])
})
