/**
 * What the pages may load. The build reads this file too: a device that keeps the application keeps its headers, and
 * takes others with a new version.
 */
export const CSP = {
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    // Mantine writes its variables and the map its geometry as styles
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'", 'data:'],
    imgSrc: ["'self'", 'data:', 'blob:'],
    // the Excel library packs large files in a worker of its own making
    workerSrc: ["'self'", 'blob:'],
    upgradeInsecureRequests: null,
  },
}
