import { metaQuest3, XRDevice } from 'iwer'

/** A headset that shows the room behind the page: a floor without end, at the height of nought. */
export interface Headset {
  /** Puts it at a height over the floor, turned to the left and upwards by radians. */
  stands: (height: number, yaw: number, pitch: number) => void
  /** Presses the right controller's trigger and lets go, after a few frames: the emulator points from where it stood a frame ago. */
  pull: () => Promise<void>
  /** Points the right controller, from over the middle of the room, down at a place of the floor, in metres. */
  point: (x: number, z: number) => void
  /** Holds the right controller's stick: aside, and back. */
  stick: (x: number, y: number) => void
  /** The rows and columns, as shares of the picture, between which something is drawn; null where nothing is. */
  drawn: () => Promise<{ top: number; bottom: number; left: number; right: number } | null>
  isIn: () => boolean
  /** Ends the session, as the device's own button does. */
  leave: () => Promise<void>
}

/** What the device knows of its room. */
class Floor {
  version = '1'
  planesVisible = false
  boundingBoxesVisible = false
  meshesVisible = false
  environmentCanvas = document.createElement('canvas')
  trackedPlanes = new Set<never>()
  trackedMeshes = new Set<never>()
  render() {}
  loadEnvironment() {}
  loadDefaultEnvironment() {}
  deleteAll() {}
  computeDepthBuffer() {
    return null
  }
  computeHitTestResults(ray: ArrayLike<number>) {
    const [x, y, z] = [ray[12]!, ray[13]!, ray[14]!]
    const way = -y / -ray[9]!
    if (!(way > 0)) return []
    const at = [x - ray[8]! * way, 0, z - ray[10]! * way]
    return [new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...at, 1])] as never[]
  }
}

/** Puts the headset on the page, before a viewer asks what there is. */
export function wearHeadset(): Headset {
  const device = new XRDevice(metaQuest3, { stereoEnabled: false, fovy: Math.PI / 3 })
  device.installRuntime({ forceInstall: true })
  device.installSEM(Floor as never)
  // What a page shows over the room is over it here too.
  device.canvasContainer.style.zIndex = '-1'
  const right = device.controllers.right!
  const frame = () => new Promise<void>((seen) => device.activeSession?.requestAnimationFrame(() => seen()) ?? seen())
  const frames = async () => {
    for (let count = 0; count < 3; count += 1) await frame()
  }
  return {
    stands: (height, yaw, pitch) => {
      device.position.set(0, height, 0)
      const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)]
      device.quaternion.set(cy * sp, sy * cp, -sy * sp, cy * cp)
    },
    pull: async () => {
      await frames()
      right.updateButtonValue('trigger', 1)
      await frames()
      right.updateButtonValue('trigger', 0)
      await frames()
    },
    point: (x, z) => {
      right.position.set(0, 1, 0)
      const yaw = Math.atan2(-x, -z)
      const pitch = -Math.atan2(1, Math.hypot(x, z))
      const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)]
      right.quaternion.set(cy * sp, sy * cp, -sy * sp, cy * cp)
    },
    stick: (x, y) => right.updateAxes('thumbstick', x, y),
    drawn: async () => {
      await frames()
      const canvas = device.appCanvas
      if (!canvas) return null
      const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!
      // In the task that drew it.
      await new Promise<void>((seen) =>
        device.activeSession?.requestAnimationFrame(() => {
          pen.drawImage(canvas, 0, 0)
          seen()
        }),
      )
      const { width, height, data } = pen.getImageData(0, 0, canvas.width, canvas.height)
      const [rows, columns] = [new Set<number>(), new Set<number>()]
      for (let at = 0; at < data.length / 4; at += 1) {
        // A shadow is clearer than that.
        if (data[4 * at + 3]! < 250) continue
        rows.add(Math.floor(at / width))
        columns.add(at % width)
      }
      if (rows.size === 0) return null
      return {
        top: Math.min(...rows) / height,
        bottom: (Math.max(...rows) + 1) / height,
        left: Math.min(...columns) / width,
        right: (Math.max(...columns) + 1) / width,
      }
    },
    isIn: () => device.activeSession !== undefined,
    leave: async () => {
      await device.activeSession?.end()
    },
  }
}
