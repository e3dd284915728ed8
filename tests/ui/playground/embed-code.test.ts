import { expect, test } from 'vitest'
import { classifyFiles } from '../../../src/ui/playground/classify-files.ts'
import { buildEmbedCode } from '../../../src/ui/playground/embed-code.ts'

const options = {
  source: 'https://files.example/a.glb?x=1&y=2',
  label: 'Ines "the first"',
  environment: 'city',
  shadows: true,
  turntable: false,
  occlusion: { mode: 'AO', quality: 'High' },
} as const
const origin = 'https://atelier.example'

test('React code sets each option that differs from the default', () => {
  expect(buildEmbedCode('react', options, origin)).toBe(`import { AvatarViewer } from '@atelier/viewer'

<AvatarViewer
  source="https://files.example/a.glb?x=1&y=2"
  label={"Ines \\"the first\\""}
  shadows
  turntable={false}
  occlusion={{"mode":"AO","quality":"High"}}
/>`)
  expect(buildEmbedCode('react', { source: ['/a.glb', '/b.glb'] }, origin)).toContain('source={["/a.glb","/b.glb"]}')
})

test('element code writes the options as attributes, escaped for HTML', () => {
  expect(
    buildEmbedCode('element', options, origin),
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

test('iframe code passes the options in the URL', () => {
  const code = buildEmbedCode('frame', options, origin)
  const [, address = ''] = /src="([^"]+)"/.exec(code) ?? []
  const url = new URL(address.replaceAll('&amp;', '&'))
  expect([url.pathname, url.searchParams.get('src'), url.searchParams.get('turntable')]).toEqual([
    '/embed',
    options.source,
    'false',
  ])
})

test('iframe code allows AR only if the viewer option “ar” is set', () => {
  const allowed = (ar: boolean) => /allow="([^"]*)"/.exec(buildEmbedCode('frame', { ...options, ar }, origin))?.[1]
  expect(allowed(true)).toBe('fullscreen; xr-spatial-tracking')
  expect(allowed(false)).toBe('fullscreen')
})

const srcOf = (code: string) => /\bsrc="(https:\/\/[^"]+?)"\s/.exec(code.slice(code.indexOf('<avatar-viewer')))?.[1]

test.each([
  ['a missing source', undefined, 'https://your-files.example/model.glb'],
  ['no model', null, 'https://your-files.example/model.glb'],
  ['an empty list', [], 'https://your-files.example/model.glb'],
  ['a list of one', ['https://files.example/a.glb'], 'https://files.example/a.glb'],
])('writes one source, or a placeholder URL, in each code format for %s', (_, source, src) => {
  const embedOptions = source === undefined ? { fit: true } : { source: source as never, fit: true }
  expect(srcOf(buildEmbedCode('element', embedOptions, origin))).toBe(src)
  expect(buildEmbedCode('react', embedOptions, origin)).toContain(`  source="${src}"`)
  const [, address = ''] = /src="([^"]+)"/.exec(buildEmbedCode('frame', embedOptions, origin)) ?? []
  expect(new URL(address.replaceAll('&amp;', '&')).searchParams.get('src')).toBe(src)
})

test('writes the addresses of models shown together as an array, in each code format', () => {
  const source = ['https://files.example/a.glb', 'https://files.example/b "2".glb']
  const element = /\bsrc="(\[[^"]+)"/.exec(buildEmbedCode('element', { source }, origin))?.[1] ?? ''
  expect(JSON.parse(element.replaceAll('&quot;', '"'))).toEqual(source)
  const [, address = ''] = /src="([^"]+)"/.exec(buildEmbedCode('frame', { source }, origin)) ?? []
  expect(JSON.parse(new URL(address.replaceAll('&amp;', '&')).searchParams.get('src') ?? '')).toEqual(source)
  expect(buildEmbedCode('react', { source }, origin)).toContain(`source={${JSON.stringify(source)}}`)
})

test('sorts dropped files by extension into models, a panorama and a rejected file', () => {
  const files = ['body.GLB', 'hat.fbx', 'sky.hdr', 'notes.txt'].map((name) => new File([], name))
  const { models, panorama, refused } = classifyFiles(files)
  expect([models.map(({ name }) => name), panorama?.name, refused?.name]).toEqual([
    ['body.GLB', 'hat.fbx'],
    'sky.hdr',
    'notes.txt',
  ])
})
