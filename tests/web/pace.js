// How fast the viewer is with one result: first picture, time from frame to frame while it plays, heap.
// By the page's own counter, with the software renderer where there is no other. By hand:
//   NODE_PATH=tests/web/node_modules node tests/web/pace.js CATENARIA DIR
"use strict";
const { chromium } = require("playwright-core"), { spawn } = require("child_process"), fs = require("fs");
const [program, dir] = process.argv.slice(2), wait = (ms) => new Promise((done) => setTimeout(done, ms));

// Set by the page once the picture is there: its time since the page was asked for.
async function first(page) {
  for (;;) {
    const ms = await page.evaluate(() => document.body.dataset.first);
    if (ms) return Number(ms);
    await wait(20);
  }
}

async function play(page, camera, colour) {
  await page.selectOption("#camera", camera);
  await page.selectOption("#colour", colour);
  await page.selectOption("#speed", "1");
  await page.fill("#at-t", "2");
  await page.press("#at-t", "Enter");
  await page.click("#play");
  await wait(5000);
  const told = await page.evaluate(() => Number(document.getElementById("counter").dataset.ms));
  const size = await page.evaluate(() => [document.getElementById("canvas").width, document.getElementById("canvas").height]);
  await page.click("#play");
  console.log(`  ${camera}, ${colour}: ${told.toFixed(1)} ms a frame, ${(1e3 / told).toFixed(0)} a second, drawn with ${size.join(" x ")} pixels`);
}

async function main() {
  const child = spawn(program, ["view", dir, "--json", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((done) => child.stdout.once("data", (d) => done(JSON.parse(d).url)));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-swiftshader", "--enable-precise-memory-info"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  console.log("load " + fs.readFileSync("/proc/loadavg", "utf8").split(" ")[0]);
  for (const turn of ["first page", "second page"]) {
    const page = await context.newPage();
    await page.goto(url);
    console.log(`  ${turn}: picture after ${await first(page)} ms`);
    await page.close();
  }
  const page = await context.newPage();
  await page.goto(url);
  await first(page);
  for (const [camera, colour] of [["follow", "plain"], ["side", "uplift"], ["top", "velocity"]]) await play(page, camera, colour);
  const tools = await context.newCDPSession(page);
  await tools.send("HeapProfiler.collectGarbage");
  console.log(`  heap ${(await page.evaluate(() => performance.memory.usedJSHeapSize) / 1e6).toFixed(0)} MB`);
  await browser.close();
  child.kill("SIGTERM");
}

main();
