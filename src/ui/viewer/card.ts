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
import { breathe, isOver } from './pace.ts'
import { materialsOf, type Shape, shapesOf, texturesOf } from './release.ts'

/** Where a model is to be drawn; `isGone` tells that it no longer is. */
export interface Card {
  gl: WebGLRenderer
  camera: Camera
  scene: Scene
  isGone: () => boolean
}

/** How many shapes are made ready before the clock is looked at. */
const BATCH = 32

/**
 * Has the graphics card ready for a model that is not in the scene yet: its shaders compiled, its textures and vertices
 * there. At the page's pace, so that the frame that first shows it finds little left to do.
 */
export async function putOnCard(root: Object3D, card: Card): Promise<void> {
  const shapes = shapesOf(root)
  const lights: Object3D[] = []
  root.traverseVisible((object) => void (object instanceof Light && lights.push(object)))
  const materials = new Set<Material>()
  for (let at = 0; at < shapes.length && !card.isGone(); at += BATCH) {
    if (isOver()) await breathe()
    for (const material of compile(shapes.slice(at, at + BATCH), lights, card)) materials.add(material)
  }
  await caughtUp(card, materials)
  await uploadTextures(shapes, card)
  await uploadVertices(shapes, card)
  await caughtUp(card)
}

/** Has the shaders of some shapes compiled, and those of their shadows; shaders are made for all lights that there will be. */
function compile(shapes: readonly Shape[], lights: readonly Object3D[], { gl, camera, scene }: Card): Set<Material> {
  const batch = new Group()
  batch.traverse = (visit) => shapes.forEach(visit)
  batch.traverseVisible = (visit) => lights.forEach(visit)
  const materials = gl.compile(batch, camera, scene)
  const worn = new Map<Mesh, Material>()
  for (const shape of shapes) {
    if (!(shape instanceof Mesh) || !shape.customDepthMaterial || Array.isArray(shape.material)) continue
    worn.set(shape, shape.material)
    shape.customDepthMaterial.side = CASTING[shape.material.side as keyof typeof CASTING]
    shape.material = shape.customDepthMaterial
  }
  // Drawn into a map, where tones are not mapped.
  intoNowhere(gl, () => gl.compile(batch, camera, scene))
  for (const [mesh, material] of worn) mesh.material = material
  return materials
}

/** Which side of a surface casts the shadow, as the shadow pass chooses it. */
const CASTING = { [FrontSide]: BackSide, [BackSide]: FrontSide, [DoubleSide]: DoubleSide }

async function uploadTextures(shapes: readonly Shape[], { gl, isGone }: Card): Promise<void> {
  for (const texture of new Set([...new Set(shapes.flatMap(materialsOf))].flatMap(texturesOf))) {
    if (isOver()) await breathe()
    if (isGone()) return
    gl.initTexture(texture)
  }
}

/** Never drawn: what wears it has its vertices uploaded and no more. */
const UNSEEN = new MeshBasicMaterial({ visible: false })

async function uploadVertices(shapes: readonly Shape[], card: Card): Promise<void> {
  const geometries = [...new Set(shapes.map(({ geometry }) => geometry))]
  let batch: BufferGeometry[] = []
  for (const geometry of geometries) {
    batch.push(geometry)
    if (batch.length < BATCH && !isOver()) continue
    await uploadAll(batch, card)
    batch = []
  }
  await uploadAll(batch, card)
}

/** Uploads what these geometries have of each kind of attribute, one kind at a time: each may be many megabytes. */
async function uploadAll(geometries: readonly BufferGeometry[], { gl, camera, isGone }: Card): Promise<void> {
  const scene = new Scene()
  for (const geometry of geometries) {
    const wearer = new Mesh(geometry, UNSEEN)
    wearer.frustumCulled = false
    scene.add(wearer)
  }
  const whole = geometries.map(({ attributes }) => attributes)
  for (const name of new Set(whole.flatMap((attributes) => Object.keys(attributes)))) {
    if (isOver()) await breathe()
    if (isGone()) return
    geometries.forEach((geometry, index) => {
      const attribute = whole[index]?.[name]
      geometry.attributes = attribute ? { [name]: attribute } : {}
    })
    try {
      intoNowhere(gl, () => gl.render(scene, camera))
    } finally {
      geometries.forEach((geometry, index) => {
        geometry.attributes = whole[index]!
      })
    }
  }
}

function intoNowhere(gl: WebGLRenderer, draw: () => void): void {
  const nowhere = new WebGLRenderTarget(1, 1)
  gl.setRenderTarget(nowhere)
  draw()
  gl.setRenderTarget(null)
  nowhere.dispose()
}

/** How often it is looked whether the card has caught up, in milliseconds. */
const GLANCE = 8

/**
 * Waits until the graphics card has done what it was told so far, shaders included, so that asking for the outcome does
 * not hold up the page. A lost context has nothing more to do, even when it is given back.
 */
async function caughtUp({ gl, isGone }: Card, materials: ReadonlySet<Material> = new Set()): Promise<void> {
  const context = gl.getContext() as WebGL2RenderingContext
  let isLost = context.isContextLost()
  const lost = () => {
    isLost = true
  }
  gl.domElement.addEventListener('webglcontextlost', lost)
  const fence = context.fenceSync?.(context.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null
  context.flush()
  const isBusy = () =>
    (fence !== null && context.getSyncParameter(fence, context.SYNC_STATUS) === context.UNSIGNALED) ||
    [...materials].some((material) => programOf(gl, material)?.isReady() === false)
  while (!isLost && !isGone() && isBusy()) await new Promise((resume) => setTimeout(resume, GLANCE))
  gl.domElement.removeEventListener('webglcontextlost', lost)
  if (fence && !isLost) context.deleteSync(fence)
}

/** The program that three has made for a material, once it has. */
const programOf = (gl: WebGLRenderer, material: Material): { isReady: () => boolean } | undefined =>
  (gl.properties.get(material) as { currentProgram?: { isReady: () => boolean } }).currentProgram
