// A model in our own light, path-traced: what the viewer's pictures are judged by.
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
import { FIRST_POSE } from '../../../src/machines/rules/turntable.ts'
import { FIELD_OF_VIEW } from '../../../src/ui/viewer/framing.ts'
import { placeOf } from '../../../src/ui/viewer/lamps.ts'
import { levelFor } from '../../../src/ui/viewer/level.ts'
import { rigOf } from '../../../src/ui/viewer/lighting.ts'
import { meanLuminance } from '../../../src/ui/viewer/luminance.ts'
import { assemble } from '../../../src/ui/viewer/model.ts'
import { readModel } from '../../../src/ui/viewer/read-model.ts'

/** As `use-light.ts` and `Lights.tsx` have them. */
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

/** Reads a model as the viewer does; answers its size in metres. */
const load = async (src) => {
  const bytes = await (await fetch(src)).arrayBuffer()
  const read = await readModel(bytes, { gl, budget: MODEL_BUDGET, decoderPath: undefined, base: undefined })
  model = await assemble([read])
  return model.size
}

/** Without threads and nap, which the tracer answers with what is no number; at this size threads are smaller than a pixel. */
const plainOf = (material) => {
  const plain = material.clone()
  plain.normalMap = null
  plain.sheen = 0
  return plain
}

/**
 * A mesh as it stands in the world, without bones and in metres: the tracer takes no packed numbers. Each has the same attributes: where
 * colours are of three numbers in one mesh and of four in another, which is what the tracer gives those that have none, it leaves all black
 * that differ from the first.
 */
const baked = (mesh) => {
  const geometry = new BufferGeometry()
  const { attributes, index } = mesh.geometry
  const at = new Vector3()
  const take = (name, size, each) => {
    const attribute = attributes[name]
    const count = attributes.position.count
    const values = new Float32Array(count * size)
    for (let i = 0; i < count; i++) values.set(each(attribute, i), i * size)
    geometry.setAttribute(name, new BufferAttribute(values, size))
  }
  take('position', 3, (_, i) => mesh.getVertexPosition(i, at).applyMatrix4(mesh.matrixWorld).toArray())
  const turned = (attribute, i) => at.fromBufferAttribute(attribute, i).transformDirection(mesh.matrixWorld).toArray()
  take('normal', 3, turned)
  take('tangent', 4, (attribute, i) => (attribute ? [...turned(attribute, i), attribute.getW(i)] : [0, 0, 0, 0]))
  take('color', 4, (attribute, i) =>
    attribute ? [...at.fromBufferAttribute(attribute, i).toArray(), 1] : [1, 1, 1, 1],
  )
  take('uv', 2, (attribute, i) => (attribute ? [attribute.getX(i), attribute.getY(i)] : [0, 0]))
  if (index) geometry.setIndex([...index.array])
  return new Mesh(geometry, plainOf(mesh.material))
}

/** Draws what was loaded, from `eye`, with so many samples a pixel; answers a PNG as data URL. */
const draw = async ({ environment, eye, width, height, samples }) => {
  const scene = new Scene()
  const turned = new Group()
  turned.rotation.y = FIRST_POSE.yaw
  turned.add(model.root)
  scene.add(turned)
  scene.updateMatrixWorld(true)
  const meshes = []
  turned.traverseVisible((object) => object.isMesh && meshes.push(baked(object)))
  scene.remove(turned)
  scene.add(...meshes)
  const rig = rigOf(environment)
  const panorama = await new EXRLoader().loadAsync((await panoramaOf(environment)).default)
  panorama.mapping = EquirectangularReflectionMapping
  scene.environment = panorama
  scene.environmentIntensity = rig.environment * INTENSITY * levelFor(meanLuminance(panorama))
  const reach = Math.max(model.size.height / 2, model.size.radius)
  const key = new SpotLight(rig.key.color, rig.key.intensity)
  key.position.set(...placeOf(rig.key, SPOT_DISTANCE))
  key.angle = Math.min(Math.PI / 3, Math.atan((reach * 1.3) / SPOT_DISTANCE))
  key.penumbra = 1
  key.decay = 0
  key.target = new Object3D()
  scene.add(key, key.target)
  for (const lamp of [rig.fill, rig.rim]) {
    const light = new DirectionalLight(lamp.color, lamp.intensity)
    light.position.set(...placeOf(lamp, 1))
    scene.add(light, light.target)
  }
  // The tracer knows no light from everywhere; rigs that have one are not for it.
  if (rig.ambient) throw new Error(`${environment} has light from everywhere, which is not traced.`)
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
