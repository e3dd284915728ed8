// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AvatarViewerElement } from '../../../../src/ui/viewer/embed/define.ts'
import { type CanvasStub, stubCanvas } from '../../../support/canvas-stub.ts'

const bytes = readFileSync('demo/models/arch-brows.glb')
const BROWS = `data:model/gltf-binary;base64,${bytes.toString('base64')}`

let page: CanvasStub
beforeEach(() => {
  page = stubCanvas({ prefersReducedMotion: true })
})
afterEach(() => {
  document.body.replaceChildren()
  page.restore()
})

const createViewer = (html = '<avatar-viewer></avatar-viewer>'): AvatarViewerElement => {
  document.body.innerHTML = html
  return document.body.firstElementChild as AvatarViewerElement
}

const nextEvent = (element: AvatarViewerElement, type: string): Promise<CustomEvent> =>
  new Promise((resolve) => element.addEventListener(type, (event) => resolve(event as CustomEvent), { once: true }))

const rootOf = (element: AvatarViewerElement) => element.shadowRoot?.querySelector<HTMLElement>('[data-state]')

describe('<avatar-viewer>', () => {
  test('reads attributes as properties, with defaults for missing attributes', () => {
    const element = createViewer('<avatar-viewer alt="Ines" shadows position="0 1 4" occlusion="AO" turntable="no">')
    expect([element.label, element.shadows, element.position, element.occlusion, element.turntable]).toEqual([
      'Ines',
      true,
      [0, 1, 4],
      { mode: 'AO' },
      false,
    ])
    expect([element.float, element.scale, element.environment, element.clip, element.source]).toEqual([
      false,
      1,
      'city',
      null,
      undefined,
    ])
  })

  test('writes properties to attributes, and gives precedence to an attribute set later', () => {
    const element = createViewer()
    element.shadows = true
    element.occlusion = { mode: 'Split', quality: 'Low' }
    element.emotion = { jawOpen: 1 }
    element.environment = 'city'
    expect(element.outerHTML).toBe(
      '<avatar-viewer shadows="" occlusion="Split" occlusion-quality="Low" emotion="{&quot;jawOpen&quot;:1}"></avatar-viewer>',
    )
    element.setAttribute('shadows', 'false')
    element.setAttribute('occlusion', 'AO')
    expect([element.shadows, element.occlusion]).toEqual([false, { mode: 'AO', quality: 'Low' }])
    Object.assign(element, { occlusion: undefined })
    expect([element.occlusion, element.getAttributeNames()]).toEqual([undefined, ['shadows', 'emotion']])
  })

  test('stores property values that no attribute can represent', () => {
    const element = createViewer()
    const file = new Blob([], { type: 'model/gltf-binary' })
    element.source = file
    expect([element.source, element.hasAttribute('src')]).toEqual([file, false])
    element.setAttribute('src', '/other.glb')
    expect(element.source).toBe('/other.glb')
  })

  test('throws for an invalid property, and warns once for an invalid attribute', () => {
    const element = createViewer()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(() => Object.assign(element, { scale: 'big' })).toThrow(new TypeError('avatar-viewer: scale needs a number'))
    element.setAttribute('scale', 'big')
    expect([element.scale, element.scale]).toEqual([1, 1])
    expect(warn.mock.calls).toEqual([['avatar-viewer: scale needs a number']])
  })

  test('applies properties that were set before the element was defined', () => {
    class LateViewerElement extends AvatarViewerElement {}
    const element = document.createElement('late-viewer')
    Object.assign(element, { shadows: true, words: { label: 'Figure' } })
    document.body.append(element)
    customElements.define('late-viewer', LateViewerElement)
    expect([element.hasAttribute('shadows'), (element as AvatarViewerElement).words]).toEqual([
      true,
      { label: 'Figure' },
    ])
  })

  test('dispatches loading, progress, loaded and spawn-finished in this order, without bubbling', async () => {
    const element = createViewer()
    const dispatched: string[] = []
    const bubbled: string[] = []
    for (const type of ['loading', 'progress', 'loaded', 'spawn-finished', 'error']) {
      element.addEventListener(type, () => dispatched.push(type))
      document.body.addEventListener(type, () => bubbled.push(type))
    }
    const loaded = nextEvent(element, 'loaded')
    const finished = nextEvent(element, 'spawn-finished')
    element.source = BROWS
    expect((await loaded).detail).toMatchObject({ triangles: 364, clips: [] })
    await finished
    expect([...new Set(dispatched)]).toEqual(['loading', 'progress', 'loaded', 'spawn-finished'])
    expect(bubbled).toEqual([])
    await waitFor(() => expect(element.info()).toMatchObject({ state: 'finished', model: { triangles: 364 } }))
    element.turnTo(1)
    expect(element.info()?.yaw).toBe(1)
  })

  test('dispatches an error for an unreadable file', async () => {
    const element = createViewer()
    const failed = nextEvent(element, 'error')
    element.source = `data:model/gltf-binary;base64,${btoa('glTF but no')}`
    expect((await failed).detail).toMatchObject({ name: 'ViewerError', reason: 'unreadable' })
  })

  test('keeps its content when moved, and unmounts when removed', async () => {
    const element = createViewer(`<avatar-viewer></avatar-viewer><div></div>`)
    const finished = nextEvent(element, 'spawn-finished')
    element.source = BROWS
    await finished
    const root = rootOf(element)
    document.querySelector('div')?.append(element)
    await Promise.resolve()
    expect(rootOf(element)).toBe(root)
    element.remove()
    await waitFor(() => expect(rootOf(element)).toBeNull())
    await expect(element.capture()).rejects.toMatchObject({ reason: 'webgl' })
  })
})
