// Path-traced reference picture of a model in our own light, for comparison with the viewer's pictures.
import {
  ACESFilmicToneMapping,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  EquirectangularReflectionMapping,
  Group,
  Mesh,
  Object3D,
  PerspectiveCamera,
  Scene,
  SpotLight,
  Vector3,
  WebGLRenderer,
} from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { WebGLPathTracer } from 'three-gpu-pathtracer'
import { MODEL_BUDGET } from '../../../src/files/model-budget.ts'
import { INITIAL_POSE } from '../../../src/machines/viewer/turntable.ts'
import { FIELD_OF_VIEW } from '../../../src/ui/viewer/camera/framing.ts'
import { levelFactor } from '../../../src/ui/viewer/light/environment-brightness.ts'
import { lampPosition } from '../../../src/ui/viewer/light/lamps.ts'
import { lightRigFor } from '../../../src/ui/viewer/light/light-rig.ts'
import { meanLuminance } from '../../../src/ui/viewer/light/luminance.ts'
import { assembleModel } from '../../../src/ui/viewer/load/model.ts'
import { readModel } from '../../../src/ui/viewer/load/read-model.ts'

/** Same values as in `use-environment-light.ts` and `Lights.tsx`. */
const INTENSITY = 4
const SPOT_DISTANCE = Math.hypot(10, 10, 10)

const panoramas = import.meta.glob('../../../node_modules/@pmndrs/assets/hdri/*.exr.js')
const panoramaOf = (environment) => {
  const name = environment === 'hub' ? 'hall' : environment
  return panoramas[`../../../node_modules/@pmndrs/assets/hdri/${name}.exr.js`]()
}

const gl = new WebGLRenderer({ alpha: true, preserveDrawingBuffer: true })
gl.toneMapping = ACESFilmicToneMapping
gl.setPixelRatio(1)
document.body.append(gl.domElement)
const tracer = new WebGLPathTracer(gl)
tracer.tiles.set(1, 1)
tracer.bounces = 4
tracer.filterGlossyFactor = 0.3
tracer.renderDelay = 0
tracer.minSamples = 0
tracer.fadeDuration = 0
tracer.rasterizeScene = false
tracer.dynamicLowRes = false
tracer.textureSize.set(64, 64)

let model = null

/** Reads a model as the viewer does. Returns its size in metres. */
const load = async (src) => {
  const bytes = await (await fetch(src)).arrayBuffer()
  const parts = await readModel(bytes, { gl, budget: MODEL_BUDGET, decoderPath: undefined, base: undefined })
  model = await assembleModel([parts])
  return model.size
}

/** Removes normal maps and sheen, for which the tracer returns NaN. At this size, fabric threads are smaller than a pixel. */
const toPlainMaterial = (material) => {
  const plain = material.clone()
  plain.normalMap = null
  plain.sheen = 0
  return plain
}

/**
 * Bakes a mesh into world space, in metres and without bones, because the tracer does not support quantised attributes. All
 * meshes get the same attributes. The tracer adds colours with four components where they are missing, and renders meshes black
 * whose component count differs from the first mesh's.
 */
const bakeMesh = (mesh) => {
  const geometry = new BufferGeometry()
  const { attributes, index } = mesh.geometry
  const vector = new Vector3()
  const bakeAttribute = (name, size, readValue) => {
    const attribute = attributes[name]
    const count = attributes.position.count
    const values = new Float32Array(count * size)
    for (let i = 0; i < count; i++) values.set(readValue(attribute, i), i * size)
    geometry.setAttribute(name, new BufferAttribute(values, size))
  }
  bakeAttribute('position', 3, (_, i) => mesh.getVertexPosition(i, vector).applyMatrix4(mesh.matrixWorld).toArray())
  const toWorldDirection = (attribute, i) =>
    vector.fromBufferAttribute(attribute, i).transformDirection(mesh.matrixWorld).toArray()
  bakeAttribute('normal', 3, toWorldDirection)
  bakeAttribute('tangent', 4, (attribute, i) =>
    attribute ? [...toWorldDirection(attribute, i), attribute.getW(i)] : [0, 0, 0, 0],
  )
  bakeAttribute('color', 4, (attribute, i) =>
    attribute ? [...vector.fromBufferAttribute(attribute, i).toArray(), 1] : [1, 1, 1, 1],
  )
  bakeAttribute('uv', 2, (attribute, i) => (attribute ? [attribute.getX(i), attribute.getY(i)] : [0, 0]))
  if (index) geometry.setIndex([...index.array])
  return new Mesh(geometry, toPlainMaterial(mesh.material))
}

/** Renders the loaded model from `eye` with this number of samples per pixel. Returns a PNG as data URL. */
const draw = async ({ environment, eye, width, height, samples }) => {
  const scene = new Scene()
  const turntable = new Group()
  turntable.rotation.y = INITIAL_POSE.yaw
  turntable.add(model.root)
  scene.add(turntable)
  scene.updateMatrixWorld(true)
  const meshes = []
  turntable.traverseVisible((object) => object.isMesh && meshes.push(bakeMesh(object)))
  scene.remove(turntable)
  scene.add(...meshes)
  const rig = lightRigFor(environment)
  const panorama = await new EXRLoader().loadAsync((await panoramaOf(environment)).default)
  panorama.mapping = EquirectangularReflectionMapping
  scene.environment = panorama
  scene.environmentIntensity = rig.environment * INTENSITY * levelFactor(meanLuminance(panorama))
  const halfExtent = Math.max(model.size.height / 2, model.size.radius)
  const key = new SpotLight(rig.key.color, rig.key.intensity)
  key.position.set(...lampPosition(rig.key, SPOT_DISTANCE))
  key.angle = Math.min(Math.PI / 3, Math.atan((halfExtent * 1.3) / SPOT_DISTANCE))
  key.penumbra = 1
  key.decay = 0
  key.target = new Object3D()
  scene.add(key, key.target)
  for (const lamp of [rig.fill, rig.rim]) {
    const light = new DirectionalLight(lamp.color, lamp.intensity)
    light.position.set(...lampPosition(lamp, 1))
    scene.add(light, light.target)
  }
  // The tracer does not support ambient light.
  if (rig.ambient) throw new Error(`${environment} has ambient light, which is not traced.`)
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 0.01, 200)
  camera.position.set(...eye)
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  scene.updateMatrixWorld(true)
  gl.toneMappingExposure = rig.exposure
  gl.setSize(width, height)
  tracer.setScene(scene, camera)
  while (tracer.samples < samples) {
    tracer.renderSample()
    await new Promise((resume) => setTimeout(resume))
  }
  const picture = gl.domElement.toDataURL('image/png')
  for (const mesh of meshes) mesh.geometry.dispose()
  panorama.dispose()
  return picture
}

window.reference = { load, draw }
