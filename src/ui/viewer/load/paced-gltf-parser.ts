import type { GLTFLoaderPlugin, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { type GltfJson, type JsonObject, objectAt } from '../../../files/gltf-json.ts'
import { yieldToPage } from './yield-to-page.ts'

interface ViewDef {
  buffer?: number
  byteOffset?: number
  byteLength?: number
  extensions?: object
}

/**
 * Makes the loader read the parts of a file (nodes, meshes, accessors) one by one, and yield to the event loop in between. Buffer
 * views into `bin`, the binary chunk of the file, are sliced from the file directly.
 */
export function createPacedParserPlugin(bin: Uint8Array<ArrayBuffer>): (parser: GLTFParser) => GLTFLoaderPlugin {
  const { buffer: file, byteOffset, byteLength } = bin
  const sliceFile = (offset: number, length: number) => {
    const start = byteOffset + Math.min(offset, byteLength)
    return file.slice(start, Math.min(start + length, byteOffset + byteLength))
  }
  return (parser) => {
    const loadDependency = parser.getDependency.bind(parser)
    const isOwnBuffer = (buffer: unknown) => buffer === 0 && parser.json.buffers?.[0]?.uri === undefined
    const read = (type: string, index: number): unknown => {
      if (type === 'buffer' && isOwnBuffer(index)) return sliceFile(0, byteLength)
      const view: ViewDef = type === 'bufferView' ? (parser.json.bufferViews?.[index] ?? {}) : {}
      if (isOwnBuffer(view.buffer) && !view.extensions) return sliceFile(view.byteOffset ?? 0, view.byteLength ?? 0)
      return loadDependency(type, index)
    }
    const dependencies = new Map<string, Promise<unknown>>()
    const enqueue = createPacedQueue()
    parser.getDependency = (type: string, index: number) => {
      // Skins request their joints synchronously. A missing part must fail immediately, or its rejection would be unhandled.
      if (type === 'skin' || isMissing(parser.json, type, index)) return loadDependency(type, index)
      const key = `${type}:${index}`
      const dependency = dependencies.get(key) ?? enqueue(type === 'node', () => read(type, index))
      dependencies.set(key, dependency)
      return dependency
    }
    // Yields before the loader's next step, which visits every node.
    return { name: 'part-by-part', afterRoot: yieldToPage }
  }
}

/** Name of the list in the glTF document for each type of part. */
const LISTS: Readonly<Record<string, keyof GltfJson>> = {
  accessor: 'accessors',
  bufferView: 'bufferViews',
  mesh: 'meshes',
}

/** Returns whether a part, or a buffer view that the part refers to, is missing from the document. */
function isMissing(json: GltfJson, type: string, index: number): boolean {
  const list = LISTS[type]
  if (list === undefined) return false
  const items: unknown = json[list]
  if (!Array.isArray(items) || items[index] === undefined) return true
  if (type !== 'accessor') return false
  const { bufferView, sparse } = objectAt(items, index)
  const { indices, values } = (sparse ?? {}) as { indices?: JsonObject; values?: JsonObject }
  const views = [bufferView, indices?.['bufferView'], values?.['bufferView']].filter((view) => view !== undefined)
  return views.some((view) => isMissing(json, 'bufferView', Number(view)))
}

/**
 * Creates a queue that yields to the event loop before each task. Nodes come first, in depth-first order, so that nodes of the
 * same name get the same suffixes as from the plain loader.
 */
function createPacedQueue(): (isNode: boolean, work: () => unknown) => Promise<unknown> {
  const nodes: (() => void)[] = []
  /** Nodes requested since the last node was processed, in order. */
  let newNodes: (() => void)[] = []
  let others: (() => void)[] = []
  let nextIndex = 0
  let isRunning = false
  const nextTask = (): (() => void) | undefined => {
    nodes.push(...newNodes.reverse())
    newNodes = []
    return nodes.pop() ?? others[nextIndex++]
  }
  const run = async () => {
    isRunning = true
    for (let task = nextTask(); task; task = nextTask()) {
      await yieldToPage()
      task()
    }
    others = []
    nextIndex = 0
    isRunning = false
  }
  return (isNode, work) =>
    new Promise((resolve, reject) => {
      const task = () => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      if (isNode) newNodes.push(task)
      else others.push(task)
      if (!isRunning) void run()
    })
}
