export interface TrainingSource {
  /** Licence of the repository, or licences in the notes next to its models. */
  licence: string
  /** Path prefixes of files with an open licence. If omitted, all files have one. */
  open?: readonly string[]
  /** Path prefixes to exclude: files without an open licence, and test charts, which belong to no texture slot of a material. */
  not?: readonly string[]
  /**
   * Number of leading folders that name a pack, whose images are not split. If omitted, the images of each model are not split.
   */
  pack?: number
}

/** Sources of the weights, by repository. Of a source that is not listed, all files are used. */
export const TRAINING_SOURCES: Readonly<Record<string, TrainingSource>> = {
  'bevyengine/bevy': { licence: 'MIT, Apache-2.0' },
  // According to the note next to the apartment, its licence is CC-BY-NC.
  'playcanvas/engine': { licence: 'MIT', not: ['examples/assets/models/apartment.'] },
  'immersive-web/webxr-input-profiles': { licence: 'MIT' },
  // Unlike all other models of this repository, Sponza has no licence note.
  'immersive-web/webxr-samples': { licence: 'MIT, CC-BY', not: ['media/gltf/sponza/'] },
  'visgl/loaders.gl': { licence: 'MIT' },
  'mozilla/hubs': { licence: 'MPL-2.0' },
  // A Mixamo character, which must not be redistributed.
  'pmndrs/drei': { licence: 'MIT', not: ['.storybook/public/ybot.'] },
  'BabylonJS/Exporters': { licence: 'Apache-2.0' },
  'godotengine/tps-demo': { licence: 'CC-BY-3.0' },
  'KhronosGroup/glTF-Tutorials': { licence: 'CC-BY-4.0, CC0' },
  'godotengine/godot-demo-projects': { licence: 'MIT, CC-BY, CC0' },
  'gdquest-demos/godot-4-3d-third-person-controller': { licence: 'CC-BY-4.0' },
  'DRx3D/glTF-Sample-Assets-OLD': {
    licence: 'CC0, CC-BY-4.0',
    not: [
      // CC-BY-NC, CRYENGINE, SCEA, Adobe Stock, restricted to tool tests, or with trademarks.
      'Models/DamagedHelmet/',
      'Models/Sponza/',
      'Models/Duck/',
      'Models/EnvironmentTest/',
      'Models/AnisotropyBarnLamp/',
      'Models/DragonAttenuation/',
      'Models/TransmissionTest/',
      'Models/VC/',
      'Models/BoxTextured',
      'Models/CesiumM',
      'Models/AlphaBlendModeTest/',
      'Models/AnisotropyRotationTest/',
      'Models/AnisotropyStrengthTest/',
      'Models/AttenuationTest/',
      'Models/ClearCoatTest/',
      'Models/EmissiveStrengthTest/',
      'Models/MultiUVTest/',
      'Models/NegativeScaleTest/',
      'Models/NormalTangent',
      'Models/OrientationTest/',
      'Models/SpecularTest/',
      'Models/Texture',
      'Models/TransmissionRoughnessTest/',
      'Models/UnlitTest/',
      'Models/VertexColorTest/',
      'Models/IridescenceD',
      'Models/IridescenceM',
      'Models/IridescenceS',
    ],
    pack: 2,
  },
  'BabylonJS/MeshesLibrary': {
    licence: 'CC-BY-4.0',
    not: ['Georgia-Tech-Dragon/', 'Lee-Perry-Smith-Head/', 'Tests/'],
    pack: 2,
  },
  'GPUOpen-LibrariesAndSDKs/Cauldron-Media': {
    licence: 'MIT, CC0, CC-BY-4.0',
    open: ['AbandonedWarehouse/', 'BistroInterior/', 'Brutalism/', 'Campfire/', 'SciFiHelmet/', 'Wood/'],
    pack: 1,
  },
  'gkjohnson/3d-demo-data': {
    licence: 'CC-BY-4.0',
    open: [
      'colourdrafts',
      'imaginary-friend-room',
      'interior-scene',
      'japanese-bridge-garden',
      'japanese-temple',
      'lamborghini',
      'octopus-tea',
      'pigman',
      'ring-twist-halo',
      'sd-macross-city-standoff-diorama',
      'sofa-patricia',
      'steampunk-robot',
      'terrarium-robots',
      'vino-bike',
    ].map((it) => `models/${it}/`),
    pack: 2,
  },
  'needle-tools/needle-engine-samples': {
    licence: 'MIT, CC-BY-4.0',
    // A painting used as a normal map.
    not: ['package/Runtime/TextureDetails/Image/'],
    pack: 3,
  },
  'threlte/threlte': {
    licence: 'MIT',
    not: ['apps/docs/public/models/helmet/', 'apps/docs/public/models/Duck.'],
    pack: 5,
  },
  'meta-quest/ProjectFlowerbed': { licence: 'MIT', pack: 3 },
  'hiloteam/Hilo3d': {
    licence: 'MIT',
    not: ['examples/models/DamagedHelmet/', 'examples/models/polly/', 'examples/models/AlphaBlendModeTest/'],
    pack: 2,
  },
  'Tresjs/assets': {
    licence: 'CC-BY-4.0, MIT',
    open: ['models/gltf/headphones/', 'models/gltf/cyber-samurai/', 'models/gltf/kuwahara-effect/', 'textures/'],
    pack: 3,
  },
  'taoshunqian/threeDemo': {
    licence: 'MIT',
    open: ['examples/textures/', 'examples/models/gltf/'],
    not: ['examples/models/gltf/DamagedHelmet/', 'examples/models/gltf/LeePerrySmith/'],
    pack: 4,
  },
  'KhronosGroup/glTF-Blender-Exporter': { licence: 'Apache-2.0', pack: 2 },
  'microsoft/glTF-Toolkit': { licence: 'MIT', pack: 2 },
  'AcademySoftwareFoundation/MaterialX': { licence: 'Apache-2.0', pack: 2 },
  'usd-wg/assets': { licence: 'Apache-2.0', pack: 2 },
  'osrf/gazebo_models': { licence: 'CC-BY-3.0', pack: 1 },
  'gazebosim/gz-rendering': { licence: 'Apache-2.0', pack: 2 },
  'gdquest-demos/godot-4-new-features': { licence: 'MIT', pack: 2 },
  'gdquest-demos/godot-4-FPS-arms': { licence: 'MIT', pack: 2 },
  'GodotVR/godot-xr-tools': { licence: 'MIT', pack: 2 },
  'GodotVR/godot-xr-template': { licence: 'MIT', pack: 2 },
  'V-Sekai/v-sekai-game': { licence: 'MIT', pack: 2 },
  'janhohenheim/foxtrot': { licence: 'MIT, Apache-2.0, CC0', pack: 4 },
  'itsakeyfut/renderer-rs': { licence: 'CC0, CC-BY-4.0', pack: 2 },
  'Calinou/godot-reflection': { licence: 'MIT', pack: 2 },
  'microsoft/MRDL_Unity_PeriodicTable': { licence: 'MIT', pack: 2 },
  'mrDIMAS/StationIapetus': {
    licence: 'MIT, CC0, CC-BY-4.0',
    // Mixamo characters, as in drei.
    not: ['agent', 'body', 'corpse', 'covered_body', 'mutant', 'parasite'].map((it) => `data/models/${it}/`),
    pack: 3,
  },
  'SceneView/sceneview-android': {
    licence: 'Apache-2.0, CC0, CC-BY-4.0',
    not: [
      'website-static/models/platforms/DamagedHelmet.',
      'samples/android-demo/src/main/assets/models/khronos_d',
      'samples/android-demo-assets/src/main/assets/models/khronos_d',
    ],
    // No folder contains the files of only one model.
    pack: 9,
  },
  'meta-quest/Meta-Spatial-SDK-Samples': { licence: 'MIT', pack: 2 },
  'BastiaanOlij/vehicle-demo': { licence: 'CC0', open: ['assets/cc0textures.com/'], pack: 2 },
  'amethyst/amethyst': { licence: 'MIT, Apache-2.0', pack: 2 },
  'Autodesk/Aurora': { licence: 'Apache-2.0', pack: 2 },
  'turanszkij/WickedEngine': { licence: 'MIT', pack: 3 },
}

export function isOpenlyLicensed(source: string, path: string): boolean {
  const { open, not } = TRAINING_SOURCES[source] ?? {}
  const isBelow = (start: string) => path.startsWith(start)
  return (!open || open.some(isBelow)) && !not?.some(isBelow)
}
