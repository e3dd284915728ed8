import { HelperProcess } from './process.ts'

/** Virtual screen (Xvfb) with WebGL rendered by Mesa. Firefox and WebKit need a screen for 3D without a GPU. */
export class VirtualScreen {
  private constructor(
    private readonly helper: HelperProcess,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Starts a screen on a free display number. */
  static async open(): Promise<VirtualScreen> {
    const { helper, output } = await HelperProcess.start(
      'Xvfb',
      ['-displayfd', '1', '-screen', '0', '1480x1000x24', '-nolisten', 'tcp', '-noreset'],
      { readyPattern: /^(\d+)$/ },
    )
    return new VirtualScreen(helper, { DISPLAY: `:${output}`, LIBGL_ALWAYS_SOFTWARE: '1' })
  }

  async close(): Promise<void> {
    await this.helper.stop()
  }
}
