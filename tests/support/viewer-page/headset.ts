import { metaQuest3, XRDevice } from 'iwer'

/** Emulated headset with a camera picture of a room, whose endless floor is at height 0. */
export interface Headset {
  /** Sets the headset's height above the floor, in metres, and its rotation to the left and upwards, in radians. */
  placeAt: (height: number, yaw: number, pitch: number) => void
  /** Waits a few frames, because the emulator's pose is late, then presses and releases the right controller's trigger. */
  pullTrigger: () => Promise<void>
  /** Points the right controller from above the room's centre at a point on the floor, in metres. */
  pointAtFloor: (x: number, z: number) => void
  moveStick: (x: number, y: number) => void
  /** Returns the bounds of the drawn pixels as fractions of the picture's size, or null if nothing is drawn. */
  readDrawnBounds: () => Promise<{ top: number; bottom: number; left: number; right: number } | null>
  isPresenting: () => boolean
  /** Ends the session, like the device's own button. */
  endSession: () => Promise<void>
}

/** Emulated environment of the device: an endless floor. */
class FloorEnvironment {
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
    const distance = -y / -ray[9]!
    if (!(distance > 0)) return []
    const hitPoint = [x - ray[8]! * distance, 0, z - ray[10]! * distance]
    return [new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...hitPoint, 1])] as never[]
  }
}

/** Installs the headset on the page, before a viewer checks for WebXR. */
export function installHeadset(): Headset {
  const device = new XRDevice(metaQuest3, { stereoEnabled: false, fovy: Math.PI / 3 })
  device.installRuntime({ forceInstall: true })
  device.installSEM(FloorEnvironment as never)
  // Shows the page's overlay above the passthrough picture, as a device does.
  device.canvasContainer.style.zIndex = '-1'
  const right = device.controllers.right!
  const nextFrame = () =>
    new Promise<void>((resolve) => device.activeSession?.requestAnimationFrame(() => resolve()) ?? resolve())
  const waitFrames = async () => {
    for (let count = 0; count < 3; count += 1) await nextFrame()
  }
  return {
    placeAt: (height, yaw, pitch) => {
      device.position.set(0, height, 0)
      const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)]
      device.quaternion.set(cy * sp, sy * cp, -sy * sp, cy * cp)
    },
    pullTrigger: async () => {
      await waitFrames()
      right.updateButtonValue('trigger', 1)
      await waitFrames()
      right.updateButtonValue('trigger', 0)
      await waitFrames()
    },
    pointAtFloor: (x, z) => {
      right.position.set(0, 1, 0)
      const yaw = Math.atan2(-x, -z)
      const pitch = -Math.atan2(1, Math.hypot(x, z))
      const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)]
      right.quaternion.set(cy * sp, sy * cp, -sy * sp, cy * cp)
    },
    moveStick: (x, y) => right.updateAxes('thumbstick', x, y),
    readDrawnBounds: async () => {
      await waitFrames()
      const canvas = device.appCanvas
      if (!canvas) return null
      const context2d = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!
      // Reads the canvas in the task that renders the frame, before the browser clears the buffer.
      await new Promise<void>((resolve) =>
        device.activeSession?.requestAnimationFrame(() => {
          context2d.drawImage(canvas, 0, 0)
          resolve()
        }),
      )
      const { width, height, data } = context2d.getImageData(0, 0, canvas.width, canvas.height)
      const [rows, columns] = [new Set<number>(), new Set<number>()]
      for (let pixel = 0; pixel < data.length / 4; pixel += 1) {
        // Ignores shadows, which are more transparent.
        if (data[4 * pixel + 3]! < 250) continue
        rows.add(Math.floor(pixel / width))
        columns.add(pixel % width)
      }
      if (rows.size === 0) return null
      return {
        top: Math.min(...rows) / height,
        bottom: (Math.max(...rows) + 1) / height,
        left: Math.min(...columns) / width,
        right: (Math.max(...columns) + 1) / width,
      }
    },
    isPresenting: () => device.activeSession !== undefined,
    endSession: async () => {
      await device.activeSession?.end()
    },
  }
}
