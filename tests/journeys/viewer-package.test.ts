import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, PEER_PACKAGES, test } from './packed-viewer-fixture.ts'

const execFileAsync = promisify(execFile)

test('the package contains its exports, each decoder once and no source maps, in less than 3 MB', ({ packed }) => {
  expect(packed.size).toBeLessThanOrEqual(2_850_000)
  expect(Object.keys(packed.manifest.exports)).toEqual(['.', './element', './frame', './style.css', './package.json'])
  const namedPaths = JSON.stringify(packed.manifest.exports).match(/\.\/[\w./-]+\.(?:json|js|css|d\.ts)/g) ?? []
  expect([...new Set(namedPaths.map((path) => path.slice(2)))].filter((path) => !packed.files.includes(path))).toEqual(
    [],
  )
  expect(packed.files.filter((path) => /\.map$/.test(path))).toEqual([])
  const loose = packed.files.filter((path) => !/^(chunks|types|assets|examples)\//.test(path))
  // The worker has to be a separate file.
  expect(packed.files.filter((path) => path.startsWith('assets/'))).toEqual([
    expect.stringMatching(/^assets\/fbx-worker-[\w-]{8}\.js$/),
  ])
  // Ignores the hashes in file names.
  const names = packed.files.map(
    (path) =>
      path
        .replace(/-[\w-]{8}\./, '.')
        .split('/')
        .at(-1) ?? '',
  )
  expect(names.filter((name) => !/^[A-Za-z][\w-]{2,}\./.test(name))).toEqual([])
  expect(loose).toEqual([
    'CHANGELOG.md',
    'README.md',
    'element.js',
    'frame.js',
    'package.json',
    'react.js',
    'style.css',
  ])
  const decoders = packed.files
    .filter((path) => /draco_|basis_/.test(path))
    .map((path) => path.replace(/-[\w-]{8}\./, '.'))
  expect(decoders).toEqual(
    [
      'chunks/basis_transcoder.wasm',
      'chunks/basis_transcoder.js',
      'chunks/draco_decoder.js',
      'chunks/draco_decoder.wasm',
      'chunks/draco_wasm_wrapper.js',
    ].sort((a, b) => decoders.indexOf(a) - decoders.indexOf(b)),
  )
})

test('the element imports at most two files, which import no further files', () => {
  const readImports = (path: string) => {
    const code = readFileSync(join('dist/viewer', path), 'utf8')
    const names = code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)
    return [...names].map(([, name]) => join(dirname(path), name!))
  }
  const namedPaths = readImports('element.js')
  expect(namedPaths.filter((name) => /^chunks\/viewer-[\w-]{8}\.js$/.test(name))).toHaveLength(1)
  expect(namedPaths.length).toBeLessThanOrEqual(2)
  expect(namedPaths.flatMap(readImports).filter((name) => !namedPaths.includes(name))).toEqual([])
})

test('renders the component on a server, and imports the element and the frame without a browser', async ({
  packed,
}) => {
  const root = packed.createProject(
    {
      'render.js': `
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import * as viewer from '@atelier/viewer'
import * as element from '@atelier/viewer/element'
import * as frame from '@atelier/viewer/frame'
const outside = await Promise.all(['react.js', 'element.js', 'chunks', 'types/ui/viewer/index.d.ts', 'index.js'].map((path) =>
  import('@atelier/viewer/' + path).then(() => 'exported', ({ code }) => code)))
console.log(JSON.stringify({
  html: renderToString(createElement(viewer.AvatarViewer, { source: '/a.glb', label: 'Ines', tools: true, poster: '/a.png' })),
  viewer: Object.keys(viewer).sort(), element: Object.keys(element), frame: Object.keys(frame).sort(), outside }))`,
    },
    PEER_PACKAGES,
  )
  const { stdout, stderr } = await execFileAsync(process.execPath, ['--no-deprecation', 'render.js'], { cwd: root })
  const output = JSON.parse(stdout)
  expect(output.html).toMatch(/<div [^>]*data-state=.*<\/div>$/)
  expect(output.html).toContain('Ines')
  expect(output).toMatchObject({
    viewer: [
      'AvatarViewer',
      'DEFAULT_ENVIRONMENT',
      'ENVIRONMENTS',
      'INVALID_SOURCE',
      'MODEL_BUDGET',
      'OCCLUSION_DEFAULTS',
      'OCCLUSION_MODES',
      'OCCLUSION_QUALITIES',
      'VIEWER_WORDS',
      'ViewerError',
      'isModelSource',
      'shareOf',
    ],
    element: ['AvatarViewerElement'],
    frame: ['ViewerFrame', 'frameAddress'],
    outside: Array(5).fill('ERR_PACKAGE_PATH_NOT_EXPORTED'),
  })
  expect(stderr).toBe('')
  expect(readFileSync(join(root, 'node_modules/@atelier/viewer/react.js'), 'utf8')).toMatch(/^["']use client["'];/)
})
