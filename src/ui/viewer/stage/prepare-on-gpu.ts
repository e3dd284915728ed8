import {
  BackSide,
  type BufferGeometry,
  type Camera,
  DoubleSide,
  FrontSide,
  Group,
  Light,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Scene,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { type Drawable, drawablesOf, materialsOf, texturesOf } from '../load/dispose.ts'
import { isTimeSliceOver, yieldToPage } from '../load/yield-to-page.ts'

/** Renderer, camera and scene for which a model is prepared. `isCancelled` returns true once the model is no longer needed. */
export interface GpuTarget {
  gl: WebGLRenderer
  camera: Camera
  scene: Scene
  isCancelled: () => boolean
}

const SHAPES_PER_BATCH = 32

/**
 * Prepares the GPU for a model that is not in the scene yet: compiles shaders, uploads textures and vertices. Yields to the
 * event loop in between, so that the first frame with the model has little left to do.
 */
export async function prepareOnGpu(root: Object3D, target: GpuTarget): Promise<void> {
  const shapes = drawablesOf(root)
  const lights: Object3D[] = []
  root.traverseVisible((object) => void (object instanceof Light && lights.push(object)))
  const materials = new Set<Material>()
  for (let offset = 0; offset < shapes.length && !target.isCancelled(); offset += SHAPES_PER_BATCH) {
    if (isTimeSliceOver()) await yieldToPage()
    for (const material of compile(shapes.slice(offset, offset + SHAPES_PER_BATCH), lights, target))
      materials.add(material)
  }
  await waitForGpu(target, materials)
  await uploadTextures(shapes, target)
  await uploadVertices(shapes, target)
  await waitForGpu(target)
}

/**
 * Compiles the shaders of some shapes and of their shadows. Shaders depend on all lights, so the model's own lights are included.
 */
function compile(
  shapes: readonly Drawable[],
  lights: readonly Object3D[],
  { gl, camera, scene }: GpuTarget,
): Set<Material> {
  const batch = new Group()
  batch.traverse = (visit) => shapes.forEach(visit)
  batch.traverseVisible = (visit) => lights.forEach(visit)
  const materials = gl.compile(batch, camera, scene)
  const originals = new Map<Mesh, Material>()
  for (const shape of shapes) {
    if (!(shape instanceof Mesh) || !shape.customDepthMaterial || Array.isArray(shape.material)) continue
    originals.set(shape, shape.material)
    shape.customDepthMaterial.side = SHADOW_SIDES[shape.material.side as keyof typeof SHADOW_SIDES]
    shape.material = shape.customDepthMaterial
  }
  // Compiled for a render target, because the shadow pass draws to a render target, without tone mapping.
  renderOffscreen(gl, () => gl.compile(batch, camera, scene))
  for (const [mesh, material] of originals) mesh.material = material
  return materials
}

/** Side of a surface that casts the shadow, as in the shadow pass of three.js. */
const SHADOW_SIDES = { [FrontSide]: BackSide, [BackSide]: FrontSide, [DoubleSide]: DoubleSide }

async function uploadTextures(shapes: readonly Drawable[], { gl, isCancelled }: GpuTarget): Promise<void> {
  for (const texture of new Set([...new Set(shapes.flatMap(materialsOf))].flatMap(texturesOf))) {
    if (isTimeSliceOver()) await yieldToPage()
    if (isCancelled()) return
    gl.initTexture(texture)
  }
}

/** Material of meshes that upload their vertices but are never drawn. */
const INVISIBLE_MATERIAL = new MeshBasicMaterial({ visible: false })

async function uploadVertices(shapes: readonly Drawable[], target: GpuTarget): Promise<void> {
  const geometries = [...new Set(shapes.map(({ geometry }) => geometry))]
  let batch: BufferGeometry[] = []
  for (const geometry of geometries) {
    batch.push(geometry)
    if (batch.length < SHAPES_PER_BATCH && !isTimeSliceOver()) continue
    await uploadAll(batch, target)
    batch = []
  }
  await uploadAll(batch, target)
}

/** Uploads the vertex attributes, one kind at a time, because each may be many megabytes. */
async function uploadAll(geometries: readonly BufferGeometry[], { gl, camera, isCancelled }: GpuTarget): Promise<void> {
  const scene = new Scene()
  for (const geometry of geometries) {
    const mesh = new Mesh(geometry, INVISIBLE_MATERIAL)
    mesh.frustumCulled = false
    scene.add(mesh)
  }
  const attributeSets = geometries.map(({ attributes }) => attributes)
  for (const name of new Set(attributeSets.flatMap((attributes) => Object.keys(attributes)))) {
    if (isTimeSliceOver()) await yieldToPage()
    if (isCancelled()) return
    geometries.forEach((geometry, index) => {
      const attribute = attributeSets[index]?.[name]
      geometry.attributes = attribute ? { [name]: attribute } : {}
    })
    try {
      renderOffscreen(gl, () => gl.render(scene, camera))
    } finally {
      geometries.forEach((geometry, index) => {
        geometry.attributes = attributeSets[index]!
      })
    }
  }
}

function renderOffscreen(gl: WebGLRenderer, draw: () => void): void {
  const target = new WebGLRenderTarget(1, 1)
  gl.setRenderTarget(target)
  draw()
  gl.setRenderTarget(null)
  target.dispose()
}

const GPU_POLL_MS = 8

/**
 * Waits until the GPU has finished all submitted commands and shaders, so that reading their results does not block the page.
 * Stops waiting when the context is lost, even if the context is restored later.
 */
async function waitForGpu({ gl, isCancelled }: GpuTarget, materials: ReadonlySet<Material> = new Set()): Promise<void> {
  const context = gl.getContext() as WebGL2RenderingContext
  let isLost = context.isContextLost()
  const onLost = () => {
    isLost = true
  }
  gl.domElement.addEventListener('webglcontextlost', onLost)
  const fence = context.fenceSync?.(context.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null
  context.flush()
  const isBusy = () =>
    (fence !== null && context.getSyncParameter(fence, context.SYNC_STATUS) === context.UNSIGNALED) ||
    [...materials].some((material) => programOf(gl, material)?.isReady() === false)
  while (!isLost && !isCancelled() && isBusy()) await new Promise((resume) => setTimeout(resume, GPU_POLL_MS))
  gl.domElement.removeEventListener('webglcontextlost', onLost)
  if (fence && !isLost) context.deleteSync(fence)
}

const programOf = (gl: WebGLRenderer, material: Material): { isReady: () => boolean } | undefined =>
  (gl.properties.get(material) as { currentProgram?: { isReady: () => boolean } }).currentProgram
