// @vitest-environment jsdom
import { Document, NodeIO } from '@gltf-transform/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { INVALID_SOURCE } from '../../../src/machines/viewer/model-source.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { LazyAvatarViewer } from '../../../src/ui/look/LazyAvatarViewer.tsx'
import { AvatarViewer, type AvatarViewerHandle } from '../../../src/ui/viewer/AvatarViewer.tsx'
import { AvatarViewerPlaceholder } from '../../../src/ui/viewer/AvatarViewerPlaceholder.tsx'
import { type CanvasStub, stubCanvas } from '../../support/canvas-stub.ts'
import { expectOutput } from '../../support/output.ts'

let page: CanvasStub
beforeEach(() => {
  page = stubCanvas()
})
afterEach(() => {
  cleanup()
  page.restore()
})

/** Returns a triangle with one morph target and a clip that animates the target, as a data URL. */
async function createTriangleFile(): Promise<string> {
  const document = new Document()
  const buffer = document.createBuffer()
  const floats = (values: number[], type: 'VEC3' | 'SCALAR') =>
    document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer)
  const position = floats([0, 0, 0, 1, 0, 0, 0, 2, 0], 'VEC3')
  const smile = document
    .createPrimitiveTarget('smile')
    .setAttribute('POSITION', floats([0, 0, 0, 0, 0, 0, 0, 1, 0], 'VEC3'))
  const primitive = document.createPrimitive().setAttribute('POSITION', position).addTarget(smile)
  const mesh = document
    .createMesh('face')
    .addPrimitive(primitive)
    .setWeights([0])
    .setExtras({ targetNames: ['smile'] })
  const node = document.createNode('face').setMesh(mesh)
  document.createScene().addChild(node)
  const sampler = document
    .createAnimationSampler()
    .setInput(floats([0, 0.03], 'SCALAR'))
    .setOutput(floats([0, 0, 0, 0, 1, 0], 'VEC3'))
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('translation').setSampler(sampler)
  document.createAnimation('hop').addSampler(sampler).addChannel(channel)
  const bytes = await new NodeIO().writeBinary(document)
  return `data:model/gltf-binary;base64,${Buffer.from(bytes).toString('base64')}`
}

const waitForTwoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Returns the machine's state from an inspection event, if the event contains a snapshot. */
const stateOfEvent = (event: { type: string }): unknown =>
  event.type === '@xstate.snapshot' ? (event as unknown as { snapshot: { value?: unknown } }).snapshot.value : undefined

const waitForState = (container: HTMLElement, state: string) =>
  waitFor(() => expect(container.querySelector('[data-state]')?.getAttribute('data-state')).toBe(state))

describe('AvatarViewer', () => {
  it('returns the new state from info() inside the callback that reports this state', async () => {
    const reported: unknown[] = []
    const handle = createRef<AvatarViewerHandle>()
    const record = (callback: string) => () => {
      const info = handle.current?.info()
      reported.push([callback, info?.state, info?.model?.triangles ?? null])
    }
    const callbacks = {
      ref: handle,
      onLoading: record('loading'),
      onLoaded: record('loaded'),
      onSpawnFinished: record('finished'),
      onError: record('error'),
    }
    const { container, rerender } = render(<AvatarViewer source={await createTriangleFile()} {...callbacks} />)
    await waitForState(container, 'finished')
    await waitFor(() => expect(reported).toHaveLength(3))
    rerender(<AvatarViewer source="data:model/gltf-binary;base64,AAAA" {...callbacks} />)
    await waitForState(container, 'failed')
    await waitFor(() => expect(reported).toHaveLength(5))
    expect(reported).toEqual([
      ['loading', 'loading', null],
      ['loaded', 'finished', 1],
      ['finished', 'finished', 1],
      ['loading', 'loading', 1],
      ['error', 'failed', null],
    ])
  })

  it('calls onLoading, onLoaded and onSpawnFinished once each, in that order, even after a rerender', async () => {
    const reported: string[] = []
    const handle = createRef<AvatarViewerHandle>()
    const { container, rerender } = render(
      <AvatarViewer
        ref={handle}
        source={await createTriangleFile()}
        onLoading={() => reported.push('loading')}
        onLoaded={({ triangles, morphTargets, clips }) => reported.push(`loaded ${triangles} ${morphTargets} ${clips}`)}
        onSpawnFinished={() => reported.push('finished')}
      />,
    )
    await waitForState(container, 'finished')
    expect(reported).toEqual(['loading', 'loaded 1 smile hop', 'finished'])
    rerender(
      <AvatarViewer
        ref={handle}
        source={await createTriangleFile()}
        onLoaded={() => reported.push('again')}
        shadows
        float
      />,
    )
    expect(reported).toHaveLength(3)
    expect(handle.current?.info().model).toEqual({
      triangles: 1,
      vertices: 3,
      textures: 0,
      materials: 1,
      bones: 0,
      pixels: 0,
      bytes: 1208,
      morphTargets: ['smile'],
      clips: ['hop'],
      durations: [expect.closeTo(0.03)],
    })
  })

  it('replaces the error by the loading status on a retry, and removes the error for another source', async () => {
    const [first, second] = ['http://127.0.0.1:1/a.glb', await createTriangleFile()]
    const { container, rerender } = render(<AvatarViewer source={first} />)
    await waitForState(container, 'failed')
    expect(screen.getByRole('alert').textContent).toContain('This model didn’t load.')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect([screen.queryByRole('alert'), screen.getAllByRole('status').length]).toEqual([null, 1])
    expect(screen.getByRole('status').textContent).toContain('Loading…')
    await waitForState(container, 'failed')
    rerender(<AvatarViewer source={second} />)
    expect(screen.queryByText(/didn’t load/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    await waitForState(container, 'finished')
  })

  it('enters the state "playing" before "finished" if a spawn effect and a spawn animation are set', async () => {
    expectOutput('The spawn animation was not played: the animation matches no bone of the model')
    const source = await createTriangleFile()
    const states: string[] = []
    const { container } = render(
      <AvatarViewer source={source} spawnEffect={{ src: source }} spawnAnimation={{ src: source, loop: 1 }} />,
    )
    const root = container.querySelector('[data-state]') as HTMLElement
    new MutationObserver(() => states.push(root.dataset.state ?? '')).observe(root, { attributeFilter: ['data-state'] })
    await waitForState(container, 'finished')
    expect(states.at(-2)).toBe('playing')
    expect(states.at(-1)).toBe('finished')
  })

  it('rotates the model by drag and keys, but ignores a drag while no model is shown', async () => {
    Element.prototype.setPointerCapture = () => {}
    const { container } = render(<AvatarViewer source={await createTriangleFile()} />)
    const root = container.querySelector('[data-state]') as HTMLElement
    const degrees = () => container.querySelector('[role=slider]')?.getAttribute('aria-valuenow')
    const point = (type: string, clientX: number) =>
      fireEvent(root, Object.assign(new MouseEvent(type, { clientX, clientY: 0, button: 0 }), { pointerId: 1 }))
    const drag = () => {
      point('pointerdown', 0)
      point('pointermove', 100)
      point('pointerup', 100)
    }
    drag()
    expect(degrees()).toBe('-17')
    await waitForState(container, 'finished')
    drag()
    expect(degrees()).toBe('11')
    const slider = screen.getByRole('slider', { name: 'Turn' })
    fireEvent.keyDown(slider, { key: 'PageUp' })
    expect(slider.getAttribute('aria-valuetext')).toBe('26 degrees')
    fireEvent.keyDown(slider, { key: 'Home' })
    expect(slider.textContent).toBe('0°')
  })

  it('applies the given class name and style to its element (Spec §2)', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { container } = render(<AvatarViewer source="notes.txt" className="hero" style={{ inlineSize: '12px' }} />)
    await waitForState(container, 'empty')
    const hero = container.querySelector<HTMLElement>('.hero')
    expect([hero?.parentElement, hero?.getAttribute('style')]).toEqual([
      container,
      expect.stringContaining('inline-size: 12px'),
    ])
  })

  it('stays empty, shows no error and warns once if the source is not a model', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const viewer = (fit: boolean) => (
      <StrictMode>
        <AvatarViewer source="notes.txt" fit={fit} />
      </StrictMode>
    )
    const { container, rerender } = render(viewer(false))
    rerender(viewer(true))
    await waitForState(container, 'empty')
    expect(warn.mock.calls.filter(([message]) => message === INVALID_SOURCE)).toHaveLength(1)
    expect(screen.queryByRole('slider')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('reports an unreadable file to onError with its reason, and shows one error message', async () => {
    const onError = vi.fn()
    const source = 'data:model/gltf-binary;base64,Z2xURgEAAAA='
    const { container } = render(<AvatarViewer source={source} onError={onError} />)
    await waitForState(container, 'failed')
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual(['unreadable'])
    expect(screen.getByRole('alert').textContent).toBe('This model can’t be shown. Choose a .glb or .fbx file.')
  })

  it('calls onError with the reason "webgl" if the browser has no WebGL', async () => {
    page.restore()
    page = stubCanvas({ hasWebgl: false })
    const onError = vi.fn()
    const { container } = render(<AvatarViewer source={await createTriangleFile()} onError={onError} />)
    await waitForState(container, 'failed')
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual(['webgl'])
  })

  it('calls onError with the reason "webgl" if its context is lost for good before the model is shown', async () => {
    const onError = vi.fn()
    const states: unknown[] = []
    const { container } = render(
      <AvatarViewer
        source={await createTriangleFile()}
        onError={onError}
        inspect={(event) => states.push(stateOfEvent(event))}
      />,
    )
    // While the viewer is off screen, it draws no frame, so the model is not visible yet.
    page.setOnScreen(false)
    await waitFor(() => expect(states).toContainEqual({ loading: 'revealing' }))
    const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    expectOutput('THREE.WebGLRenderer: Context Lost.')
    act(() => page.loseContexts())
    await waitFor(() => expect(container.querySelector('canvas')).toBeNull())
    page.setOnScreen(true)
    await waitForState(container, 'failed')
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual(['webgl'])
    context.mockRestore()
  })

  it('passes all events of its state machine to inspect, from the creation of the actor on', async () => {
    const inspected: { type: string }[] = []
    const { container } = render(
      <AvatarViewer source={await createTriangleFile()} inspect={(event) => void inspected.push(event)} />,
    )
    await waitForState(container, 'finished')
    expect(inspected[0]?.type).toBe('@xstate.actor')
    const states = inspected.map(stateOfEvent).filter((state) => state !== undefined)
    const stateChanges = states
      .map((state) => JSON.stringify(state))
      .filter((state, index, all) => state !== all[index - 1])
    expect(stateChanges).toEqual([
      '"empty"',
      '{"loading":"fetching"}',
      '{"loading":"preparing"}',
      '{"loading":"revealing"}',
      '"finished"',
    ])
  })

  it('draws nothing while off screen, and continues when visible again', async () => {
    const handle = createRef<AvatarViewerHandle>()
    const { container } = render(<AvatarViewer ref={handle} source={await createTriangleFile()} float />)
    await waitForState(container, 'finished')
    const frames = () => handle.current?.info().frames ?? 0
    page.setOnScreen(false)
    await waitForTwoFrames() // the pending frame
    const framesOffScreen = frames()
    await waitForTwoFrames()
    expect(frames()).toBe(framesOffScreen)
    page.setOnScreen(true)
    await waitFor(() => expect(frames()).toBeGreaterThan(framesOffScreen))
  })

  it('loads once in strict mode, recovers from a lost context, and removes its canvas on unmount', async () => {
    const reported: string[] = []
    const { container, unmount } = render(
      <StrictMode>
        <AtelierContext value={{} as Atelier}>
          <LazyAvatarViewer source={await createTriangleFile()} shadows onLoaded={() => reported.push('loaded')} />
        </AtelierContext>
      </StrictMode>,
    )
    await waitForState(container, 'finished')
    expectOutput('THREE.WebGLRenderer: Context Lost.')
    expectOutput('THREE.WebGLRenderer: Context Restored.')
    act(() => page.loseContexts())
    act(() => page.restoreContexts())
    expect(container.querySelectorAll('canvas')).toHaveLength(1)
    unmount()
    expect(document.querySelectorAll('canvas')).toHaveLength(0)
    expect(reported).toEqual(['loaded'])
  })

  it('shows the loading indicator in AvatarViewerPlaceholder while the viewer code is fetched', () => {
    const { container } = render(<AvatarViewerPlaceholder source={null} className="stage" />)
    const placeholder = container.querySelector('.stage[data-state="loading"][aria-busy="true"]')
    expect(placeholder?.querySelectorAll('[role="status"], [role="progressbar"]')).toHaveLength(1)
  })

  it('finishes the spawn exactly once under reduced motion, even if the spawn effect has several loops', async () => {
    page.restore()
    page = stubCanvas({ prefersReducedMotion: true })
    const source = await createTriangleFile()
    const handle = createRef<AvatarViewerHandle>()
    const finished = vi.fn()
    const { container } = render(
      <AvatarViewer
        ref={handle}
        source={source}
        spawnEffect={{ src: source, loop: 5 }}
        onSpawnFinished={finished}
        float
      />,
    )
    await waitForState(container, 'finished')
    expect(finished).toHaveBeenCalledTimes(1)
  })
})
