import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './packed-viewer-fixture.ts'

const execFileAsync = promisify(execFile)
const tsc = resolve('node_modules/typescript/bin/tsc')

const TYPED_SCRIPT = `
import { AvatarViewerElement } from '@atelier/viewer/element'
import { frameAddress, ViewerFrame } from '@atelier/viewer/frame'
const element = document.createElement('avatar-viewer')
const same: AvatarViewerElement = element
element.addEventListener('loaded', (event) => { const n: number = event.detail.triangles; console.log(n, event.detail.clips.join()) })
element.addEventListener('progress', ({ detail }) => { const n: number | null = detail.total; console.log(n) })
element.addEventListener('error', ({ detail }) => { const reason: 'webgl' | 'toolarge' | string = detail.reason; console.log(reason) })
element.addEventListener('clip-time', ({ detail }) => detail.toFixed())
element.addEventListener('click', (event) => event.clientX)
element.addEventListener('anything-else', (event) => event.type)
// @ts-expect-error the number of triangles is not a text
element.addEventListener('loaded', (event) => event.detail.triangles.trim())
// @ts-expect-error a scale is a number
element.scale = 'big'
element.occlusion = { mode: 'AO' }
const blob: Promise<Blob> = same.capture({ type: 'image/png' })
const frame = new ViewerFrame(document.createElement('iframe'))
frame.addEventListener('loaded', ({ detail }) => detail.triangles.toFixed())
frame.addEventListener('error', ({ detail }) => detail.message.trim())
// @ts-expect-error there is no such option
void frame.set({ scales: 1 })
export const address: string = frameAddress('https://a.example/embed', { source: '/a.glb', fit: true }, { theme: 'dark' })
export { blob }
`
const TYPED_COMPONENT = `
import { AvatarViewer, type AvatarViewerHandle, type ModelInfo } from '@atelier/viewer'
import '@atelier/viewer/element'
import { useRef } from 'react'
export function Shop() {
  const handle = useRef<AvatarViewerHandle>(null)
  const readTriangles = (info: ModelInfo) => info.triangles
  return (
    <>
      <AvatarViewer ref={handle} source="/a.glb" fit onLoaded={readTriangles} onError={({ reason }) => reason} style={{ color: 'red' }} />
      {/* @ts-expect-error a fit is no text */}
      <AvatarViewer source="/a.glb" fit="yes" />
      <avatar-viewer src="/a.glb" fit tools lock-vertical="" className="stage" ref={(it) => void it?.capture()} />
      {/* @ts-expect-error there is no such attribute */}
      <avatar-viewer sources="/a.glb" />
    </>
  )
}
`

for (const [resolution, module] of [
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const) {
  test(`resolves all types with ${resolution} module resolution, with and without React`, async ({ packed }) => {
    const compilerOptions = {
      module,
      moduleResolution: resolution,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      strict: true,
      noEmit: true,
      jsx: 'react-jsx',
      types: [],
    }
    const config = (files: string[], more = {}) =>
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, files })
    // Without React's types, TypeScript also checks the package's own type declarations.
    const plain = packed.createProject(
      { 'plain.ts': TYPED_SCRIPT, 'tsconfig.json': config(['plain.ts'], { skipLibCheck: false }) },
      [],
    )
    const react = packed.createProject(
      {
        'shop.tsx': TYPED_COMPONENT,
        'plain.ts': TYPED_SCRIPT,
        'tsconfig.json': config(['shop.tsx', 'plain.ts'], { skipLibCheck: false }),
      },
      ['react', 'react-dom', '@types/react'],
    )
    const problems = await Promise.all(
      [plain, react].map((cwd) =>
        execFileAsync(process.execPath, [tsc, '-p', '.'], { cwd }).then(
          () => '',
          ({ stdout }) => stdout,
        ),
      ),
    )
    expect(problems).toEqual(['', ''])
  })
}
