/**
 * Makes a picture small enough to send from the water. It is drawn anew, so nothing of what the camera noted (place,
 * time, model) goes with it; which side is up is drawn.
 */
const LONGEST = 1600
const QUALITIES = [0.8, 0.6, 0.4]
/** what the server takes, with some room */
const MOST_BYTES = 1_900_000

const drawn = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** null when it is no picture that this browser can draw. */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const ink = canvas.getContext('2d')
  if (!ink) return null
  // what can be seen through would be black
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, canvas.width, canvas.height)
  ink.imageSmoothingQuality = 'high'
  ink.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  let made: Blob | null = null
  for (const quality of QUALITIES) {
    made = await drawn(canvas, quality)
    if (made && made.size <= MOST_BYTES) return made
  }
  return made
}
